import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ContactNote } from '#shared/contacts/contract.ts'
import type { MutationId, VcId } from '#shared/ids.ts'
import { fingerprint } from '#shared/sync/three-way-merge.ts'
import * as mutations from './mutations.ts'
import { NoteVersions } from './note-editor.tsx'

const id = 'recSample1' as VcId
const clash = { text: 'up to 5M', by: 'phone', at: '2026-11-02T09:00:00.000Z' }
const note: ContactNote = { id, text: 'up to 3M', updatedAt: clash.at, writtenBy: 'laptop', clashes: [clash] }
const settles = [fingerprint(clash.text)]

beforeEach(() => {
  vi.spyOn(mutations, 'writeNote').mockResolvedValue('m1' as MutationId)
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

test('a note without conflicting texts shows no choice', () => {
  const { container } = render(<NoteVersions note={{ ...note, clashes: [] }} />)
  expect(container.innerHTML).toBe('')
})

test.each([
  ['Add to the note', 'up to 3M\nup to 5M'],
  ['Use instead of the note', 'up to 5M'],
  ['Remove this text', 'up to 3M'],
])('"%s" resolves the conflicting text', (name, text) => {
  render(<NoteVersions note={note} />)
  expect(screen.getByText('up to 5M')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name }))
  expect(mutations.writeNote).toHaveBeenCalledWith({ contactId: id, text, settles }, 'up to 3M')
})
