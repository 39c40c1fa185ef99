import { act, cleanup, renderHook, waitFor } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { toVCards } from '#shared/contacts/vcard.ts'
import type { PrincipalId } from '#shared/ids.ts'
import { sampleContact } from '#tests/support/samples/sample-contact.ts'
import { type LocalPrincipal, PrivateDatabase } from '#web/db/private-database.ts'
import { setPrivateDb } from '#web/db/tab/databases.ts'
import { countPending } from '#web/sync/engine/outbox.ts'
import { addShared, joinShare } from './join-share.ts'
import { forgetSharedCards, keepShared, readShared } from './shared-content.ts'
import { useShared } from './use-shared.ts'
import { readCards } from './vcard-text.ts'

test.each([
  ['a page', { title: 'Grove raises', url: 'https://example.com/a' }, 'Grove raises\nhttps://example.com/a'],
  [
    'an address that the text repeats',
    { text: 'See https://example.com/a', url: 'https://example.com/a' },
    'See https://example.com/a',
  ],
  ['nothing', { title: ' ', text: null }, ''],
])('%s is shared as one text', (_, parts, text) => {
  expect(joinShare(parts)).toBe(text)
})

describe('shared content that is not yet assigned', () => {
  const databases: PrivateDatabase[] = []
  const openOf = async (principal: LocalPrincipal) => {
    const db = new PrivateDatabase(principal, 'life')
    databases.push(db)
    await db.meta.put({ key: 'life', value: 'life' })
    return db
  }
  afterEach(async () => {
    cleanup()
    setPrivateDb(undefined)
    localStorage.clear()
    history.replaceState(null, '', '/')
    for (const db of databases.splice(0)) await db.delete()
  })

  test('is stored for the principal that received it', async () => {
    const ada = await openOf('ada' as PrincipalId)
    await keepShared(ada, { words: 'Met at the summit', cards: '' })
    expect((await readShared(ada)).words).toBe('Met at the summit')
    expect((await readShared(await openOf('ben' as PrincipalId))).words).toBe('')
    // Counted in the warning before a sign-out, and transferred when a guest signs in.
    expect(await countPending(ada)).toBe(1)
    await keepShared(ada, { words: '', cards: '' })
    expect(await countPending(ada)).toBe(0)
  })

  test('has its contact cards beside the text, until their people are saved', async () => {
    const ada = await openOf('ada' as PrincipalId)
    await keepShared(ada, addShared(EMPTY, 'From the fair', [cardOf('Noa'), cardOf('Ida')]))
    expect(readCards((await readShared(ada)).cards)).toHaveLength(2)
    expect(await countPending(ada)).toBe(2)
    expect(await forgetSharedCards(ada)).toBe(true)
    expect(await readShared(ada)).toEqual({ words: 'From the fair', cards: '' })
    await keepShared(ada, EMPTY)
    expect(await forgetSharedCards(ada)).toBe(false)
  })

  test('from an earlier build, which stored it without a principal, is adopted by the next principal', async () => {
    localStorage.setItem('latchkeySharedWords', 'From before')
    const ada = await openOf('ada' as PrincipalId)
    await keepShared(ada, await readShared(ada))
    expect((await readShared(ada)).words).toBe('From before')
    expect(localStorage.getItem('latchkeySharedWords')).toBeNull()
  })

  test('is removed from the address only once it is stored, together with earlier shared content', async () => {
    history.replaceState(null, '', '/share?text=Second')
    const ada = await openOf('ada' as PrincipalId)
    await keepShared(ada, { words: 'First', cards: '' })
    const { result } = renderHook(() => useShared())
    expect(result.current).toMatchObject({ words: 'Second', isKept: false })
    act(() => setPrivateDb(ada))
    await waitFor(() => expect(result.current.isKept).toBe(true))
    expect(result.current.words).toBe('First\n\nSecond')
    expect((await readShared(ada)).words).toBe('First\n\nSecond')
    await result.current.forget()
    expect((await readShared(ada)).words).toBe('')
  })
})

const cardOf = (name: string) => `BEGIN:VCARD\nVERSION:3.0\nFN:${name}\nEMAIL:${name}@example.com\nEND:VCARD\n`
const EMPTY = { words: '', cards: '' }

describe('shared contact cards', () => {
  test('one card is text as well, because it may become a note', () => {
    const shared = addShared(EMPTY, 'From the fair', [cardOf('Noa')])
    expect(shared.words).toBe('From the fair\n\nNoa\nEmail: Noa@example.com')
    expect(readCards(shared.cards)).toHaveLength(1)
  })

  test('several cards, in one file, in several or one after the other, are people, and the text beside them stays', () => {
    const one = addShared(EMPTY, 'From the fair', [cardOf('Noa')])
    for (const shared of [
      addShared(EMPTY, 'From the fair', [cardOf('Noa') + cardOf('Ida')]),
      addShared(EMPTY, 'From the fair', [cardOf('Noa'), cardOf('Ida')]),
      addShared(one, '', [cardOf('Ida')]),
    ]) {
      expect(readCards(shared.cards).map(({ name }) => name)).toEqual(['Noa', 'Ida'])
      expect(shared.words).toBe('From the fair')
    }
    const edited = addShared({ ...one, words: `${one.words}, met twice` }, '', [cardOf('Ida')])
    expect(edited.words).toContain('met twice')
  })

  test('the same card shared again is one card, and a file that is no card is text', () => {
    const once = addShared(EMPTY, '', [cardOf('Noa')])
    expect(addShared(once, '', [cardOf('Noa')])).toEqual(once)
    expect(addShared(once, '', ['Only text'])).toMatchObject({ words: `${once.words}\n\nOnly text`, cards: once.cards })
  })
})

test('a vCard of this app is parsed, and so is one of another app', () => {
  const contact = sampleContact({ name: 'Ada Lovelace', fund: 'Engine, Ltd; London', email: 'ada@example.com' })
  expect(readCards(toVCards([contact]))).toMatchObject([{ name: 'Ada Lovelace', emails: ['ada@example.com'] }])
  expect(readCards(toVCards([contact]))[0]?.words).toContain('Engine, Ltd; London')
  const foreign =
    'BEGIN:VCARD\nVERSION:4.0\nFN:Jo\nitem1.EMAIL;type=work:Jo@Example.com\nTEL;VALUE=uri:tel:+4912\nNOTE:one\\ntwo\\,\n  three\nPHOTO:xxxx\nEND:VCARD\n'
  expect(readCards(foreign)).toEqual([
    {
      name: 'Jo',
      emails: ['jo@example.com'],
      words: 'Jo\nEmail: Jo@Example.com\nPhone: tel:+4912\nNote: one\ntwo, three',
    },
  ])
  expect(readCards('<html>')).toEqual([])
})
