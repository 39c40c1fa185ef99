import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MutationId, PrincipalId } from '#shared/ids.ts'
import type { SaveDraft } from '#shared/projects/edit.ts'
import { blankValues, type ProjectValues } from '#shared/projects/fields.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { type Ancestry, fingerprint } from '#shared/sync/three-way-merge.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import * as mutations from './mutations.ts'
import { useDraftForm } from './use-draft-form.ts'

const LAPTOP = 'laptop'
let written: { draft: SaveDraft; base: Ancestry; settle: PromiseWithResolvers<MutationId> }[]

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  written = []
  vi.spyOn(mutations, 'saveDraft').mockImplementation((draft, base) => {
    const settle = Promise.withResolvers<MutationId>()
    written.push({ draft, base, settle })
    return settle.promise
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const project = (values: Partial<ProjectValues>, rest: Partial<OwnProject> = {}): OwnProject => ({
  ...mutations.nothingYet,
  values: { ...blankValues, ...values },
  ...rest,
})

function open(own: OwnProject) {
  const { result, rerender, unmount } = renderHook((project) => useDraftForm(project, LAPTOP), { initialProps: own })
  return {
    form: () => result.current,
    type: (companyName: string) => act(() => result.current.write('companyName', companyName)),
    pause: () => act(async () => vi.advanceTimersByTime(600)),
    reachesTheDisk: (write: number) => act(async () => written[write]?.settle.resolve('m1' as MutationId)),
    fails: (write: number) => act(async () => written[write]?.settle.reject(new Error('QuotaExceededError'))),
    arrives: (project: OwnProject) => rerender(project),
    unmount,
  }
}

test('a pause saves the typed text with its base, and the state is "saved" only once the write has completed', async () => {
  const page = open(project({ companyName: 'Acme' }))
  page.type('Acme L')
  page.type('Acme Labs')
  await page.pause()
  expect(written).toMatchObject([
    { draft: { changes: { companyName: 'Acme Labs' } }, base: { companyName: [fingerprint('Acme')] } },
  ])
  expect(page.form().phase).toBe('saving')
  await page.reachesTheDisk(0)
  expect(page.form().phase).toBe('saved')
})

test('text typed during an earlier save is saved after it, with that save in its ancestry', async () => {
  const page = open(project({}))
  page.type('A')
  await page.pause()
  page.type('Ac')
  await page.reachesTheDisk(0)
  expect(page.form().phase).toBe('writing')
  await page.pause()
  expect(written[1]).toMatchObject({
    draft: { changes: { companyName: 'Ac' } },
    base: { companyName: [fingerprint(''), fingerprint('A')] },
  })
})

test('a device that cannot store keeps the text on the screen, and retries with the next change', async () => {
  const page = open(project({}))
  page.type('precious')
  await page.pause()
  await page.fails(0)
  expect([page.form().phase, page.form().texts.companyName]).toEqual(['unsaved', 'precious'])
  page.type('precious!')
  await page.pause()
  expect(written[1]?.draft.changes).toEqual({ companyName: 'precious!' })
})

test('leaving the page writes the text that no pause has saved yet', async () => {
  const page = open(project({}))
  page.type('half a thou')
  await act(async () => void window.dispatchEvent(new Event('pagehide')))
  expect(written[0]?.draft.changes).toEqual({ companyName: 'half a thou' })
})

test('text of another device is shown, but never over text that is being edited here', async () => {
  const page = open(project({ companyName: 'Acme' }))
  page.arrives(project({ companyName: 'Acme Inc', location: 'Oslo' }))
  expect(page.form().texts).toMatchObject({ companyName: 'Acme Inc', location: 'Oslo' })
  page.type('Acme Inc of')
  page.arrives(project({ companyName: 'Acme Corp', location: 'Bergen' }))
  expect(page.form().texts).toMatchObject({ companyName: 'Acme Inc of', location: 'Bergen' })
})

test('in a conflict each device continues with its own text and shows the other one', async () => {
  const at = '2026-03-01T12:00:00.000Z'
  const clashes = [{ field: 'companyName' as const, value: 'Mine', by: LAPTOP, at }]
  const page = open(project({ companyName: 'Theirs' }, { clashes, writers: { companyName: { by: 'phone', at } } }))
  expect(page.form().texts.companyName).toBe('Mine')
  const versions = page.form().versions('companyName')
  expect(versions.map(({ value, isHere }) => [value, isHere])).toEqual([
    ['Mine', true],
    ['Theirs', false],
  ])
  await act(async () => page.form().choose('companyName', 'Theirs'))
  const fingerprints = [fingerprint('Mine'), fingerprint('Theirs')]
  expect(written).toMatchObject([
    {
      draft: { changes: { companyName: 'Theirs' }, settles: { companyName: fingerprints } },
      base: { companyName: fingerprints },
    },
  ])
})

test('an unpaired surrogate, which the database rejects, is removed while typing', () => {
  const page = open(project({}))
  page.type('a\ud800b')
  expect(page.form().texts.companyName).toBe('ab')
})

test('unsaved text of an account that signs out is never written to another account', async () => {
  setPrivateDb(new PrivateDatabase('ada' as PrincipalId, 'life'))
  const page = open(project({}))
  page.type('Ada’s own')
  setPrivateDb(new PrivateDatabase('guest', 'next life'))
  page.unmount()
  expect(await page.form().save()).toBe(false)
  setPrivateDb(undefined)
  expect(written).toEqual([])
})
