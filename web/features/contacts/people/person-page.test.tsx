import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import { currentToast } from '#web/ui/toast.ts'
import { PersonPage } from './person-page.tsx'

const enqueue = vi.fn(async (..._entry: unknown[]): Promise<unknown> => undefined)
provideSync({ enqueue } as never)
const onDeleted = vi.fn()

afterEach(() => {
  cleanup()
  enqueue.mockReset()
  onDeleted.mockReset()
})

const person = samplePerson()
async function remove() {
  await renderInRouter(
    <PersonPage
      person={person}
      {...{ note: null, entries: null, photos: null, followUp: null, deal: null }}
      onDeleted={onDeleted}
      onJoined={onDeleted}
    />,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Delete person' }))
}

test('a deletion leaves the page and can be undone at once', async () => {
  await remove()
  await waitFor(() => expect(onDeleted).toHaveBeenCalledOnce())
  currentToast.get()?.action?.onAct()
  await waitFor(() => expect(enqueue).toHaveBeenCalledTimes(2))
  expect(enqueue.mock.calls.map(([name, args]) => [name, args])).toEqual([
    ['person.delete', { id: person.id, isDeleted: true }],
    ['person.delete', { id: person.id, isDeleted: false }],
  ])
})

test('a deletion that could not be stored leaves the page open and says so', async () => {
  enqueue.mockRejectedValue(new Error('full'))
  await remove()
  await waitFor(() => expect(currentToast.get()?.title).toBe('Couldn’t save on this device'))
  expect(onDeleted).not.toHaveBeenCalled()
})
