import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import type { IncludedTax } from '#shared/documents/tax.ts'
import { cents } from '#shared/money.ts'
import { PaymentForm } from './payment-form.tsx'

afterEach(cleanup)

const show = (tax?: IncludedTax) =>
  render(
    <PaymentForm
      payment={{
        clientSecret: 'pi_1_secret_2',
        amount: cents(11_781),
        publishableKey: 'pk',
        isSandbox: true,
        ...(tax && { tax }),
      }}
      problem={undefined}
      isBusy={false}
      onStart={() => undefined}
      onOutcome={() => undefined}
    />,
  )
const german = { amount: cents(1881), percent: '19', country: 'DE', isReverseCharge: false }

test('the pay step shows the tax that the server answered, and its button the total', () => {
  show(german)
  expect(screen.getByText(/^Includes \$18\.81 tax: 19% \(Germany\)\./)).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Pay $117.81' })).toBeTruthy()
})

test('a business that owes the tax itself reads it, and nothing is shown where no tax is owed', () => {
  show({ ...german, amount: cents(0), percent: '0', isReverseCharge: true })
  expect(screen.getByText(/^Reverse charge: the buyer owes the tax\./)).toBeTruthy()
  for (const tax of [{ ...german, amount: cents(0), percent: '0' }, undefined]) {
    cleanup()
    show(tax)
    expect(screen.queryByText(/tax|VAT/)).toBeNull()
  }
})
