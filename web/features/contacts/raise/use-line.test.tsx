import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cleanLine } from '#shared/text.ts'
import { TextField } from '#web/ui/field.tsx'
import { useAmount, useLine } from './use-line.ts'

let written: [value: unknown, seen: unknown][]
let fromElsewhere: (value: never) => void

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  written = []
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
})

/** A field over a document of this device: it gets back what it writes, in its stored form. */
function Amount({ amount }: { amount: number | null }) {
  const [stored, setStored] = useState(amount)
  fromElsewhere = setStored
  const { field } = useAmount(stored, async (...write) => {
    written.push(write)
    setStored(write[0])
  })
  return <TextField label="Field" {...field} />
}

function Line({ line }: { line: string | null }) {
  const [stored, setStored] = useState(line)
  fromElsewhere = setStored
  const { field } = useLine(stored, async (...write) => {
    written.push(write)
    setStored(cleanLine(write[0] ?? '') || null)
  })
  return <TextField label="Field" {...field} />
}

const field = () => screen.getByLabelText<HTMLInputElement>('Field')
const type = async (value: string) => {
  fireEvent.change(field(), { target: { value } })
  await act(async () => vi.advanceTimersByTime(600))
}
const leave = () => act(async () => fireEvent.blur(field()))

test('an amount that was stored in a pause is not rewritten while its author types, and is formatted when the field is left', async () => {
  render(<Amount amount={null} />)
  await type('1.2')
  expect(field().value).toBe('1.2')
  await type('1.25M')
  expect(field().value).toBe('1.25M')
  await leave()
  expect(field().value).toBe('$1,250,000')
  expect(written).toEqual([
    [120, null],
    [125_000_000, 120],
  ])
})

test('an amount that is typed again in another form is formatted when the field is left', async () => {
  render(<Amount amount={25_000_000} />)
  await type('250k')
  expect(field().value).toBe('250k')
  await leave()
  expect(field().value).toBe('$250,000')
})

test('a pause at a text that is no amount does not hide from the next write what its author saw', async () => {
  render(<Amount amount={null} />)
  await type('1')
  await type('1.')
  await leave()
  expect(field().value).toBe('1.')
  await type('1.5')
  expect(written).toEqual([
    [100, null],
    [150, 100],
  ])
})

test('a line that was stored in a pause keeps its last space until the field is left', async () => {
  render(<Line line={null} />)
  await type('Send the ')
  expect(field().value).toBe('Send the ')
  await type('Send the  deck ')
  expect(field().value).toBe('Send the  deck ')
  await leave()
  expect(field().value).toBe('Send the deck')
})

test('what its author has seen of a line is its stored form', async () => {
  render(<Line line={null} />)
  await type('Send  the ')
  await type('Send  the deck')
  expect(written).toEqual([
    ['Send the', null],
    ['Send the deck', 'Send the'],
  ])
})

test('a value of another device is shown in a field that is being edited', async () => {
  render(<Amount amount={null} />)
  await type('1.2')
  await act(async () => fromElsewhere(500_000_00 as never))
  expect(field().value).toBe('$500,000')
})

test('a line of another device waits while an input method writes', async () => {
  render(<Line line="Call" />)
  fireEvent.compositionStart(field())
  await act(async () => fromElsewhere('Call Liv' as never))
  expect(field().value).toBe('Call')
  await act(async () => fireEvent.compositionEnd(field()))
  expect(field().value).toBe('Call Liv')
})
