import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { VcId } from '#shared/ids.ts'
import type { TemplateId } from '#shared/templates/contract.ts'
import { renderInRouter } from '#tests/support/render-in-router.tsx'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { samplePerson } from '#tests/support/samples/sample-person.ts'
import { mutationRegistry } from '#web/app/client-mutators.ts'
import { PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { ContactPage } from '#web/features/contacts/contact-page.tsx'
import { PersonPage } from '#web/features/contacts/people/person-page.tsx'
import { provideSync } from '#web/sync/engine/sync-port.ts'
import TemplatesDialog from './templates-dialog.tsx'

const nothing = () => undefined
const contact = sampleContact({ id: 'rec1' as VcId, name: 'Marit Moretti', fund: 'Northgate', email: 'marit@x.example' })
const template = (at: number, text: string) => ({
  ...{ id: `tpl_0193a1b2-0000-7000-8000-00000000b00${at}` as TemplateId, text, clashes: [], writtenBy: null },
  ...{ updatedAt: '2026-03-01T08:00:00.000Z', version: 1 },
})

let db: PrivateDatabase
beforeEach(async () => {
  db = new PrivateDatabase('guest', 'life')
  setPrivateDb(db)
  await db.contacts.put({ ...contact, version: 1 })
  provideSync({
    enqueue: async (name: string, args: unknown, base: unknown) => {
      const entry = { id: crypto.randomUUID(), name, args, base, madeAt: '2026-03-01T08:00:00.000Z', state: 'waiting' }
      await db.transaction('rw', db.tables, async () => {
        await db.outbox.add(entry as never)
        await mutationRegistry.show(db, entry as never)
      })
      return entry.id
    },
  } as never)
})
afterEach(async () => {
  cleanup()
  vi.restoreAllMocks()
  setPrivateDb(undefined)
  await db.delete()
})

const page = (ownIntro = {}) => (
  <ContactPage
    contact={{ ...contact, ...ownIntro }}
    isOffline={false}
    call={null}
    reply={null}
    note={null}
    entries={null}
    photos={null}
    deal={null}
    followUp={null}
  />
)
const intro = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Introduction' })
const mail = () => decodeURIComponent(screen.getByRole('link', { name: 'Write an email' }).getAttribute('href') ?? '')

test('the oldest template, filled in, is the introduction and the mail; what is not known is named as a blank', async () => {
  await db.templates.bulkPut([template(1, 'Dear {first name} of {fund},\n{me}'), template(2, 'Other')])
  await renderInRouter(page())
  await waitFor(() => expect(intro().value).toBe('Dear Marit of Northgate,\n[me]'))
  expect(mail()).toContain('Dear Marit of Northgate,')
  expect(screen.getAllByText('Fill in before you send it: [me]').length).toBeGreaterThan(0)
  expect(await db.outbox.count()).toBe(0)
})

test('without a template the generated introduction is shown', async () => {
  await renderInRouter(page())
  await screen.findByRole('button', { name: 'Write a template' })
  expect(intro().value).toBe(contact.introTemplate)
})

test('an own introduction is shown instead of a template, and a chosen template is added below it', async () => {
  await db.templates.put(template(1, 'Dear {first name},'))
  const ownIntro = { text: 'My own words', updatedAt: '', writtenBy: null, clashes: [] }
  await renderInRouter(page({ ownIntro }))
  fireEvent.click(await screen.findByRole('button', { name: 'Use “Dear {first name},”' }))
  expect(intro().value).toBe('My own words\n\nDear Marit,')
  await waitFor(async () => expect((await db.outbox.toArray()).map(({ name }) => name)).toEqual(['contact.intro']))
})

test('a template that is chosen becomes the introduction of this contact', async () => {
  await db.templates.bulkPut([template(1, 'First'), template(2, 'Dear {name},')])
  await renderInRouter(page())
  fireEvent.click(await screen.findByRole('button', { name: 'Use “Dear {name},”' }))
  await waitFor(async () => expect((await db.contacts.get(contact.id))?.ownIntro?.text).toBe('Dear Marit Moretti,'))
})

test('a text that is typed and not saved yet is not replaced; another template replaces an unchanged one', async () => {
  await db.templates.bulkPut([template(1, 'First'), template(2, 'Dear {name},')])
  await renderInRouter(page())
  const use = (name: string) => fireEvent.click(screen.getByRole('button', { name: `Use “${name}”` }))
  await waitFor(() => expect(intro().value).toBe('First'))
  use('Dear {name},')
  expect(intro().value).toBe('Dear Marit Moretti,')
  use('First')
  expect(intro().value).toBe('First')
  fireEvent.change(intro(), { target: { value: 'Typed just now' } })
  use('First')
  expect(intro().value).toBe('Typed just now\n\nFirst')
})

test('a mail to an own person has the template in it', async () => {
  await db.templates.put(template(1, 'Dear {first name},'))
  await renderInRouter(personPage())
  await waitFor(() => expect(mail()).toContain('Dear Noa,'))
})

const personPage = (over = {}) => {
  const person = samplePerson({ name: 'Noa Berg', email: 'noa@x.example', ...over })
  return (
    <PersonPage
      person={person}
      note={null}
      entries={null}
      photos={null}
      deal={null}
      followUp={null}
      onDeleted={nothing}
      onJoined={nothing}
    />
  )
}

test('the first line of a template is the subject of the mail if it begins with “Subject:”, for an investor and for an own person', async () => {
  await db.templates.put(template(1, 'Subject: {fund} and us\n\nDear {first name},'))
  await renderInRouter(page())
  await waitFor(() => expect(mail()).toContain('?subject=Northgate and us&body=Dear Marit,'))
  cleanup()
  await renderInRouter(personPage({ organisation: 'Kestrel' }))
  await waitFor(() => expect(mail()).toContain('?subject=Kestrel and us&body=Dear Noa,'))
})

test('a template that no link can hold is shown for an own person and copied whole, without its subject', async () => {
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const rest = 'x'.repeat(1500)
  await db.templates.put(template(1, `Subject: Us\nDear {first name},\n${rest}`))
  await renderInRouter(personPage())
  fireEvent.click(await screen.findByRole('button', { name: 'Copy Text of the mail' }))
  await waitFor(() => expect(copied).toEqual([`Dear Noa,\n${rest}`]))
  expect(mail()).toMatch(/\?subject=Us$/)
})

test('a template that fits the link is not shown beside it', async () => {
  await db.templates.put(template(1, 'Dear {first name},'))
  await renderInRouter(personPage())
  await waitFor(() => expect(mail()).toContain('Dear Noa,'))
  expect(screen.queryByRole('region', { name: 'Text of the mail' })).toBeNull()
})

test('a template is written, gets a field where the text is edited, and is removed by clearing it', async () => {
  await renderInRouter(<TemplatesDialog onClose={nothing} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Add a template' }))
  const area = screen.getByLabelText<HTMLTextAreaElement>('Template')
  fireEvent.change(area, { target: { value: 'Dear ,' } })
  area.setSelectionRange(5, 5)
  fireEvent.click(screen.getByRole('button', { name: /^Insert first name/ }))
  await waitFor(async () => expect((await db.templates.toArray()).map(({ text }) => text)).toEqual(['Dear {first name},']))
  await screen.findByRole('button', { name: 'Dear {first name},' })
  fireEvent.change(area, { target: { value: '' } })
  fireEvent.blur(area)
  await waitFor(async () => expect(await db.templates.count()).toBe(0))
})

test('two texts of two devices are both shown, and the chosen one stays', async () => {
  await db.templates.put({ ...template(1, 'Mine'), clashes: [{ text: 'Theirs', by: 'phone', at: '2026-03-01T08:00:00.000Z' }] })
  await renderInRouter(<TemplatesDialog onClose={nothing} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Mine' }))
  fireEvent.click(screen.getByRole('button', { name: 'Use instead of the template' }))
  await waitFor(async () => expect(await db.templates.toArray()).toMatchObject([{ text: 'Theirs', clashes: [] }]))
})
