import { z } from 'zod'

export const todoSchema = z.object({
  id: z.string(),
  list: z.string(),
  title: z.string(),
  assignee: z.string().optional(),
  done: z.boolean(),
  createdAt: z.string(),
})

export type Todo = z.infer<typeof todoSchema>
export type NewTodo = Pick<Todo, 'list' | 'title' | 'assignee'>

/** All todos, oldest first. */
export async function readTodos(): Promise<Todo[]> {
  const storage = useStorage<Todo>('todos')
  const items = await storage.getItems(await storage.getKeys())
  return items.map(item => item.value).sort((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/** One todo. Throws a 404 when there is none, which an MCP client sees as the text `[404] …`. */
export async function readTodo(id: string): Promise<Todo> {
  const todo = await useStorage<Todo>('todos').getItem(id)
  if (!todo) throw createError({ statusCode: 404, message: `There is no todo ${id}.` })
  return todo
}

export async function createTodo(fields: NewTodo): Promise<Todo> {
  const todo: Todo = { id: crypto.randomUUID().slice(0, 8), done: false, createdAt: new Date().toISOString(), ...fields }
  return saveTodo(todo)
}

export async function saveTodo(todo: Todo): Promise<Todo> {
  await useStorage<Todo>('todos').setItem(todo.id, todo)
  await notifyMcpResourceUpdated(`todo://${todo.id}`)
  return todo
}

export async function deleteTodo(id: string): Promise<void> {
  await useStorage<Todo>('todos').removeItem(id)
  await notifyMcpResourceUpdated(`todo://${id}`)
}
