import { useLocation } from '@tanstack/react-router'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { JoinPage } from '#web/features/accounts/auth/join-page.tsx'
import { TypeChoice } from '#web/features/accounts/gate/type-choice.tsx'
import { PleaseSignIn } from '#web/features/history/please-sign-in.tsx'

afterEach(() => {
  cleanup()
  localStorage.clear()
})

const linked = (name: string | RegExp) => screen.getByRole('link', { name }).getAttribute('href')

test('the join page has three links', async () => {
  await renderInRouter(<JoinPage />)
  expect(linked('Join as Founder')).toBe('/api/login?defaultType=founder')
  expect(linked('Apply as VC')).toBe('/vc-signup')
  expect(linked('Sign In')).toBe('/api/login')
})

function Choice() {
  const { href } = useLocation()
  return (
    <>
      <p>At {href}</p>
      <TypeChoice />
    </>
  )
}

test.each([
  ["I'm a Founder", 'founder'],
  ["I'm a VC", 'vc'],
  ["I'm an Angel", 'angel'],
])('%s is stored on the device and leads to the sign-in as %s', async (name, type) => {
  await renderInRouter(<Choice />, '/signup-type')
  fireEvent.click(screen.getByRole('link', { name: new RegExp(`^${name}`) }))
  expect(await screen.findByText(`At /auth?defaultType=${type}`)).toBeTruthy()
  expect(localStorage.getItem('latchkeySignupType')).toBe(type)
})

test('the page that was requested is kept while the role is chosen', async () => {
  await renderInRouter(<Choice />, '/signup-type?next=%2Fcontacts')
  expect(linked('Sign In')).toBe('/auth?next=%2Fcontacts')
  fireEvent.click(screen.getByRole('link', { name: /^I'm a VC/ }))
  expect(await screen.findByText('At /auth?next=%2Fcontacts&defaultType=vc')).toBeTruthy()
})

test('the role choice has a link to the sign-in', async () => {
  await renderInRouter(<TypeChoice />)
  expect(linked('Sign In')).toBe('/auth')
})

test('a visitor of the profile is led to the sign-in', async () => {
  await renderInRouter(<PleaseSignIn />)
  expect(screen.getByRole('heading', { name: 'Please Sign In' })).toBeTruthy()
  expect(linked('Sign In')).toBe('/auth?next=%2Fprofile')
})
