import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openScratch } from './scratch.ts'

const MUCH = 64 * 1024 ** 3

let folder: string
beforeEach(() => {
  folder = mkdtempSync(`${tmpdir()}/latchkey-scratch-`)
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

test('a run has a separate in-memory folder, in which other accounts may create folders, and removes it', () => {
  const scratch = openScratch({ folder, freeMemory: MUCH })
  expect(scratch.folder).toBe(`${folder}/latchkey-tests-${process.pid}`)
  expect(statSync(scratch.folder).mode & 0o7777).toBe(0o1777)
  writeFileSync(`${scratch.folder}/left`, '')
  scratch.remove()
  expect(existsSync(scratch.folder)).toBe(false)
})

test('the folder of a killed run is removed, and the folder of a running one stays', () => {
  for (const name of ['latchkey-tests-1001', 'latchkey-tests-1002', 'of-others']) mkdirSync(`${folder}/${name}`)
  openScratch({ folder, freeMemory: MUCH, isAlive: (pid) => pid === 1002 })
  expect(existsSync(`${folder}/latchkey-tests-1001`)).toBe(false)
  expect(existsSync(`${folder}/latchkey-tests-1002`)).toBe(true)
  expect(existsSync(`${folder}/of-others`)).toBe(true)
})

test('without enough memory, or without such a file system, files are in the usual temporary folder', () => {
  expect(openScratch({ folder, freeMemory: 1024 ** 3 }).folder).toBe(tmpdir())
  expect(openScratch({ folder: `${folder}/missing`, freeMemory: MUCH }).folder).toBe(tmpdir())
})
