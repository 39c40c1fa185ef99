import { expect, test } from 'vitest'
import { deriveStatus, type StatusInput, type SyncStatus } from './status.ts'

const calm: StatusInput = { phase: { kind: 'idle' }, waiting: 0, refused: 0, storageFault: undefined }
const offline = { kind: 'offline', since: '2026-03-01T12:00:00.000Z' } as const

test.each<[string, Partial<StatusInput>, SyncStatus]>([
  ['everything is here', {}, { kind: 'ready' }],
  ['writes wait', { waiting: 3 }, { kind: 'waiting', count: 3 }],
  ['offline outranks what waits', { waiting: 3, phase: offline }, offline],
  [
    'the first directory is arriving',
    { phase: { kind: 'syncing', done: 2, total: 10 } },
    { kind: 'syncing', done: 2, total: 10 },
  ],
  [
    'a refusal needs the person, also offline',
    { refused: 1, phase: offline },
    { kind: 'attention', message: 'One change was refused.' },
  ],
  ['a lost session needs the person first', { refused: 1, phase: { kind: 'sign-in' } }, { kind: 'sign-in' }],
  [
    'a device that cannot store outranks all',
    { storageFault: 'Full.', phase: { kind: 'sign-in' } },
    { kind: 'attention', message: 'Full.' },
  ],
])('%s', (_, change, expected) => {
  expect(deriveStatus({ ...calm, ...change })).toEqual(expected)
})
