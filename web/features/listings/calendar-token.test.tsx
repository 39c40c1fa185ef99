import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import { CalendarToken, useCalendarToken } from './calendar-token.tsx'

const TOKEN = 'eyCalendly.0123456789.abcdefghij'
let isKept: boolean
let refusal: object | undefined
let sent: unknown[]

beforeEach(() => {
  isKept = false
  refusal = undefined
  sent = []
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    if (init.method === 'PUT') {
      const body = JSON.parse(String(init.body))
      sent.push(body)
      if (refusal) return Response.json(refusal, { status: 422 })
      isKept = body.token !== null
    }
    return Response.json({ isKept })
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const Token = ({ isOnline }: { isOnline: boolean }) => <CalendarToken token={useCalendarToken('vc_1' as VcId, isOnline)} />
const show = (isOnline = true) => render(<Token isOnline={isOnline} />)
const field = () => screen.getByLabelText<HTMLInputElement>(/Calendly token/)
const type = (value: string) => fireEvent.change(field(), { target: { value } })

test('a token is stored, cleared from the form immediately, and can be deleted again', async () => {
  show()
  type(` ${TOKEN} `)
  fireEvent.click(screen.getByRole('button', { name: 'Save token' }))
  expect(await screen.findByText(/A token is saved/)).toBeTruthy()
  expect(field().value).toBe('')
  expect(field().type).toBe('password')
  fireEvent.click(screen.getByRole('button', { name: 'Remove token' }))
  expect(await screen.findByText('No token saved.')).toBeTruthy()
  expect(sent).toEqual([{ token: TOKEN }, { token: null }])
})

test('an invalid token stays in the field, with the reason', async () => {
  const message = 'Please paste the token as Calendly shows it'
  refusal = { code: 'invalid', message: 'Check the marked fields.', fields: [{ path: 'token', message }] }
  show()
  type('short')
  fireEvent.click(screen.getByRole('button', { name: 'Save token' }))
  expect(await screen.findByText(message)).toBeTruthy()
  expect(field().value).toBe('short')
})

test('offline the field is disabled, with an explanation', () => {
  show(false)
  expect(field().disabled).toBe(true)
  expect(screen.getByText(/is not stored on this device/)).toBeTruthy()
})
