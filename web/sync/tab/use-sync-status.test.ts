import { expect, test } from 'vitest'
import { deriveStatus, type StatusInput, type SyncStatus } from './use-sync-status.ts'

const calm: StatusInput = {
  phase: { kind: 'idle' },
  waiting: 0,
  refused: 0,
  holdsDirectory: true,
  holdsOwn: true,
  holdsApp: true,
  storageFault: undefined,
}
const offline = { kind: 'offline', since: '2026-03-01T12:00:00.000Z' } as const
const refusal = { kind: 'attention', message: 'One change was not accepted.' } as const
const unknown = { kind: 'connecting', waiting: 0 } as const

test.each<[string, Partial<StatusInput>, SyncStatus]>([
  ['everything is stored, and the app opens offline', {}, { kind: 'ready' }],
  ['everything is stored, but the app shell is not cached', { holdsApp: false }, { kind: 'current' }],
  ['the server has not answered in this launch', { phase: undefined }, unknown],
  ['the server has not answered for long', { phase: { kind: 'connecting', since: offline.since } }, unknown],
  ['part of the directory is missing', { holdsDirectory: false }, unknown],
  ['the server has not confirmed the private data', { holdsOwn: false }, unknown],
  ['writes are pending, and the server has not answered', { waiting: 3, phase: undefined }, { kind: 'connecting', waiting: 3 }],
  ['writes are pending', { waiting: 3 }, { kind: 'waiting', waiting: 3 }],
  ['offline outranks pending writes, and counts them', { waiting: 3, phase: offline }, { ...offline, waiting: 3 }],
  ['nothing is pending offline', { phase: offline }, { ...offline, waiting: 0 }],
  [
    'the first directory is arriving',
    { phase: { kind: 'syncing', done: 2, total: 10 }, holdsDirectory: false },
    { kind: 'syncing', done: 2, total: 10 },
  ],
  ['a refusal needs the user, also offline', { refused: 1, phase: offline }, refusal],
  ['and before the server has answered', { refused: 1, phase: undefined }, refusal],
  ['a lost session needs the user first', { refused: 1, phase: { kind: 'sign-in' } }, { kind: 'sign-in' }],
  [
    'a device that cannot store outranks all',
    { storageFault: 'Full.', phase: { kind: 'sign-in' } },
    { kind: 'attention', message: 'Full.', code: 'storage' },
  ],
])('%s', (_, change, expected) => {
  expect(deriveStatus({ ...calm, ...change })).toEqual(expected)
})
