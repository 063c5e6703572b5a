export default defineEventHandler(() => readTodos())
