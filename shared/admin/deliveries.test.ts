import { expect, test } from 'vitest'
import { maskAddress } from './deliveries.ts'

test.each([
  ['ada@example.com', 'a…@example.com'],
  ['a@example.com', 'a…@example.com'],
  ['"ada@home"@example.com', '"…@example.com'],
  ['🦊fox@example.com', '🦊…@example.com'],
  ['@example.com', '…'],
  ['ada', '…'],
])('of %s only %s is shown', (address, masked) => {
  expect(maskAddress(address)).toBe(masked)
})
