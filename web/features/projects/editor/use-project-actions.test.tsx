import { act, cleanup, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { blankValues, type ProjectValues } from '#shared/projects/fields.ts'
import { Unreachable } from '#web/net/api.ts'
import { currentToast } from '#web/ui/toast.ts'
import * as api from './api.ts'
import type { DraftForm } from './use-draft-form.ts'
import { useProjectActions } from './use-project-actions.ts'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const complete = { companyName: 'Acme', description: 'We build.', email: 'a@acme.example' }

function open({ isOnline, stores = true }: { isOnline: boolean; stores?: boolean }, values: Partial<ProjectValues> = complete) {
  const saved: boolean[] = []
  const form = {
    texts: { ...blankValues, ...values },
    versions: () => [],
    save: async (isFinished = false) => {
      saved.push(isFinished)
      return stores
    },
  } as unknown as DraftForm
  const { result } = renderHook(() => useProjectActions(form, isOnline, () => undefined))
  return { saved, press: () => act(() => result.current.save()) }
}

const toastText = () => [currentToast.get()?.title, currentToast.get()?.description]

test.each([
  ['without a network', false],
  ['on a network without a route to the server', true],
])('Save %s is queued as a separate mutation, and the toast states that it is sent later', async (_, isOnline) => {
  const call = vi.spyOn(api, 'saveProject').mockRejectedValue(new Unreachable('nobody'))
  const { saved, press } = open({ isOnline })
  await press()
  expect(saved).toEqual([false, true])
  expect(toastText()).toEqual(['Saved on this device', 'Sends when you are online.'])
  expect(call).toHaveBeenCalledTimes(isOnline ? 1 : 0)
})

test('where neither the server nor the device stores it, no success is reported', async () => {
  const { press } = open({ isOnline: false, stores: false })
  await press()
  expect(toastText()).toEqual(['Error', 'Failed to update project. Please try again.'])
})

test('the text is stored before it is validated', async () => {
  const { saved, press } = open({ isOnline: true }, { description: 'Nameless.' })
  await press()
  expect(saved).toEqual([false])
  expect(toastText()).toEqual(['Missing Information', 'Please provide your company name.'])
})
