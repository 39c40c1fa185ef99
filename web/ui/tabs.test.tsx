import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { Tabs } from './tabs.tsx'

afterEach(cleanup)

const tabs = ['project', 'investor'].map((id) => ({ id, label: id, content: `The ${id}` }))
const shown = () => screen.getByRole('tabpanel').textContent

test.each([
  ['investor', 'The investor'],
  ['nothing', 'The project'],
  [undefined, 'The project'],
])('the tab %s of the address shows: %s', (selectedId, content) => {
  const onSelect = vi.fn()
  render(<Tabs label="Your profile" tabs={tabs} selectedId={selectedId} onSelect={onSelect} />)
  expect(shown()).toBe(content)
  fireEvent.click(screen.getByRole('tab', { name: 'investor' }))
  expect(onSelect).toHaveBeenCalledWith('investor')
})

test('without an address the tabs keep their selection', () => {
  render(<Tabs label="Your profile" tabs={tabs} />)
  fireEvent.click(screen.getByRole('tab', { name: 'investor' }))
  expect(shown()).toBe('The investor')
})
