type Options = { env?: Record<string, string | undefined>; input?: string; args?: readonly string[] }

/** Runs a command of `sync-server/cli` as an operator does, and waits for its end. Without `.env` files. */
export async function runCommand(name: string, { env = process.env, input = '', args = [] }: Options = {}) {
  const child = Bun.spawn(['bun', '--no-env-file', `sync-server/cli/${name}.ts`, ...args], {
    env,
    stdin: new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { stdout, stderr, code }
}
