// An MCP server on standard input and output.
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { makeServer } from "./mcp_tools.mjs";

console.error("the test server starts");
await makeServer().connect(new StdioServerTransport());
