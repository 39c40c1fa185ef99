import type { Plugin } from 'vite'
import { guards } from '#tests/sync/simulator/guards.ts'

/** `WITHOUT_GUARD=NAME vitest run …` removes one guard of the sync from the code under test: a test that covers it must fail. */
export function withoutGuard(name: string | undefined): Plugin[] {
  if (!name) return []
  const found = guards[name]
  if (!found) throw new Error(`Unknown guard. Known guards: ${Object.keys(guards).join(', ')}`)
  const { file, guard, without } = found
  const transform = (code: string, id: string) => {
    if (!id.split('?')[0]?.endsWith(`/${file}`)) return undefined
    if (!code.includes(guard)) throw new Error(`${file} no longer contains: ${guard}`)
    return { code: code.replace(guard, () => without), map: null }
  }
  return [{ name: `without ${name}`, enforce: 'pre', transform }]
}
