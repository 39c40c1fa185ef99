import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ProjectId } from '#shared/ids.ts'
import type { OwnProject } from '#shared/projects/own.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { HttpProblem, Unreachable } from '#web/net/api.ts'
import { currentToast } from '#web/ui/toast.ts'
import * as api from './api.ts'
import { nothingYet } from './mutations.ts'
import { Publication } from './publication.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const projectId = 'prj_1' as ProjectId
const values = { ...nothingYet.values, companyName: 'Tidepool' }
const draft = { projectId, values }
const live = { ...draft, isPublished: true, publishedAt: '2026-01-01T00:00:00.000Z' }
const withdrawn = { ...live, isPublished: false, canPutBack: true }

const show = (about: Partial<OwnProject>, { isOnline = true, isWaiting = false } = {}) =>
  renderInRouter(<Publication own={{ ...nothingYet, ...about }} isOnline={isOnline} isWaiting={isWaiting} />)
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const buttons = () => screen.queryAllByRole<HTMLButtonElement>('button').map(({ textContent }) => textContent)

test.each<[string, Partial<OwnProject>, string[]]>([
  ['a published project', live, ['Take off the marketplace']],
  ['one that its founder took off', withdrawn, ['Put back on the marketplace']],
  ['a saved draft', draft, ['Delete draft']],
  ['a draft that was never saved', { values }, ['Delete draft']],
  ['a blank form', {}, []],
  ['one that was refunded or taken off by the team', { ...withdrawn, canPutBack: false }, []],
])('%s has the action that fits', async (_, about, labels) => {
  await show(about)
  expect(buttons()).toEqual(labels)
})

test('a project is taken off only after a confirmation, and put back at once', async () => {
  const off = vi.spyOn(api, 'withdrawProject').mockResolvedValue({ success: true, isPublished: false })
  const back = vi.spyOn(api, 'putBackProject').mockResolvedValue({ success: true, isPublished: true })
  await show(live)
  press('Take off the marketplace')
  expect(screen.getByRole('dialog', { name: 'Take Tidepool off the marketplace?' })).toBeTruthy()
  expect(off).not.toHaveBeenCalled()
  press('Take off')
  await waitFor(() => expect(currentToast.get()?.title).toBe('Off the marketplace'))
  expect(off).toHaveBeenCalledExactlyOnceWith(projectId)
  cleanup()
  await show(withdrawn)
  press('Put back on the marketplace')
  await waitFor(() => expect(currentToast.get()?.title).toBe('Back on the marketplace'))
  expect(back).toHaveBeenCalledExactlyOnceWith(projectId)
})

test.each([
  ['a refusal', new HttpProblem(409, '', { message: 'Please contact support.', code: 'projects.taken-off' })],
  ['no answer', new Unreachable('nobody')],
])('after %s the toast states that nothing has changed', async (_, error) => {
  vi.spyOn(api, 'putBackProject').mockRejectedValue(error)
  await show(withdrawn)
  press('Put back on the marketplace')
  await waitFor(() => expect(currentToast.get()?.title).toBe('Nothing has changed'))
})

test('a draft is deleted after a confirmation, with the texts that were shown', async () => {
  const remove = vi.spyOn(api, 'deleteDraft').mockResolvedValue({ success: true })
  const clash = { field: 'companyName' as const, value: 'Tidepool Labs', by: 'phone', at: '' }
  await show({ ...draft, clashes: [clash] })
  press('Delete draft')
  expect(remove).not.toHaveBeenCalled()
  fireEvent.click(screen.getAllByRole('button', { name: 'Delete draft' }).at(-1) as HTMLElement)
  await waitFor(() => expect(currentToast.get()?.title).toBe('Draft deleted'))
  expect(remove.mock.calls[0]?.[0]).toMatchObject({
    companyName: [fingerprint('Tidepool'), fingerprint('Tidepool Labs')],
    traction: [fingerprint('')],
  })
})

test('a draft with changes that are still being saved is not deleted yet', async () => {
  await show(draft, { isWaiting: true })
  press('Delete draft')
  expect(screen.getByRole('status').textContent).toContain('being saved')
  expect(screen.getAllByRole<HTMLButtonElement>('button', { name: 'Delete draft' }).at(-1)?.disabled).toBe(true)
})

test.each([
  [live, 'Take off the marketplace', /needs a connection/],
  [withdrawn, 'Put back on the marketplace', /needs a connection/],
  [draft, 'Delete draft', /Deleting needs a connection/],
])('offline, the button is disabled and says why: %#', async (about, name, reason) => {
  await show(about, { isOnline: false })
  const button = screen.getByRole<HTMLButtonElement>('button', { name })
  expect(button.disabled).toBe(true)
  expect(document.getElementById(button.getAttribute('aria-describedby') ?? '')?.textContent).toMatch(reason)
})
