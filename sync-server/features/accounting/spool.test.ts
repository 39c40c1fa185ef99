import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openSpool } from './spool.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/latchkey-spool-`)
  vi.stubEnv('TMPDIR', folder)
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('what was written in parts is read in parts, from the start, and has no name at any time', async () => {
  const spool = await openSpool()
  const lines = Array.from({ length: 5000 }, (_, at) => `${at},Café,€\r\n`)
  for (const line of lines) await spool.write(line)
  expect(readdirSync(folder)).toEqual([])
  const parts: Uint8Array[] = []
  for await (const part of spool.read()) parts.push(part)
  expect(Buffer.concat(parts).toString()).toBe(lines.join(''))
  expect(parts.length).toBeGreaterThan(1)
  // It is closed at its end.
  await expect(spool.write('more')).rejects.toThrow()
})

test('a reader that leaves closes the file', async () => {
  const spool = await openSpool()
  await spool.write('x'.repeat(200_000))
  const reader = spool.read().getReader()
  await reader.read()
  await reader.cancel()
  await expect(spool.write('more')).rejects.toThrow()
})
