// The public `./app` entry: the client of MCP Apps. It has no values yet.
export {}
