import { defineMcpResource } from '@nuxtjs/mcp-toolkit/server'

export default defineMcpResource({ file: 'guide.md' })
