import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { CopyButton } from './copy-button.tsx'
import { Toaster } from './toaster.tsx'

afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

function press(writeText: (text: string) => Promise<void>) {
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(writeText)
  render(
    <>
      <CopyButton text="ada@meridian.example" thing="Email" />
      <Toaster />
    </>,
  )
  fireEvent.click(screen.getByRole('button', { name: 'Copy Email' }))
}

test('the toast names what was copied', async () => {
  const copied: string[] = []
  press(async (text) => void copied.push(text))
  expect(await screen.findByText('Email copied to clipboard')).toBeTruthy()
  expect(copied).toEqual(['ada@meridian.example'])
})

test('a browser that denies the clipboard is not reported as a success', async () => {
  press(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))
  expect(await screen.findByText('Failed to copy to clipboard')).toBeTruthy()
})
