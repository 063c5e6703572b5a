export default defineMcpTool({
  description: 'Tells how to get at the maintenance tools.',
  enabled: event => event.context.isAdmin !== true,
  annotations: { readOnlyHint: true },
  handler: () => 'Send the admin token as the header `Authorization: Bearer …`. It is in `NUXT_ADMIN_TOKEN` on the server.',
})
