import { spawn } from 'node:child_process'

/** The server, restarted when its code changes, and the web app, with hot module replacement. */
const commands = [
  ['bun', '--watch', 'sync-server/main.ts'],
  ['bun', '--bun', 'vite'],
]

const children = commands.map(([binary = '', ...args]) => spawn(binary, args, { stdio: 'inherit' }))
const stop = () => {
  for (const child of children) child.kill('SIGTERM')
}
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop)
// Both stop together: one alone is no development server.
for (const child of children) child.once('exit', stop)
