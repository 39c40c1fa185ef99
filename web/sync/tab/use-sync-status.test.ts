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
const refusal = { kind: 'attention', message: 'One change was refused.' } as const
const unknown = { kind: 'connecting', waiting: 0 } as const

test.each<[string, Partial<StatusInput>, SyncStatus]>([
  ['everything is here, and opens without a network', {}, { kind: 'ready' }],
  ['everything is here, but the app is not kept', { holdsApp: false }, { kind: 'current' }],
  ['nobody has answered in this launch', { phase: undefined }, unknown],
  ['nobody has answered for long', { phase: { kind: 'connecting', since: offline.since } }, unknown],
  ['what waits was not counted yet', { waiting: undefined }, unknown],
  ['part of the directory is missing', { holdsDirectory: false }, unknown],
  ['the server has not confirmed what this person holds', { holdsOwn: false }, unknown],
  ['writes wait, and nobody has answered', { waiting: 3, phase: undefined }, { kind: 'connecting', waiting: 3 }],
  ['writes wait', { waiting: 3 }, { kind: 'waiting', count: 3 }],
  ['offline outranks what waits', { waiting: 3, phase: offline }, offline],
  [
    'the first directory is arriving',
    { phase: { kind: 'syncing', done: 2, total: 10 }, holdsDirectory: false },
    { kind: 'syncing', done: 2, total: 10 },
  ],
  ['a refusal needs the person, also offline', { refused: 1, phase: offline }, refusal],
  ['and before anybody has answered', { refused: 1, phase: undefined }, refusal],
  ['a lost session needs the person first', { refused: 1, phase: { kind: 'sign-in' } }, { kind: 'sign-in' }],
  [
    'a device that cannot store outranks all',
    { storageFault: 'Full.', phase: { kind: 'sign-in' } },
    { kind: 'attention', message: 'Full.', code: 'storage' },
  ],
])('%s', (_, change, expected) => {
  expect(deriveStatus({ ...calm, ...change })).toEqual(expected)
})
