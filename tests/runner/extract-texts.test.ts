import { expect, test } from 'vitest'
import { extractTexts } from '#tests/support/extract-texts.ts'

const textsOf = (source: string) => extractTexts('module.tsx', source)

test('a sentence with elements and values in it is one text', () => {
  const source =
    "const Note = ({ name }) => <p className='mt-2 text-soft'>Write to <b title='The investor'>{name}</b> {within(days)}.</p>"
  expect(textsOf(source)).toEqual(['Write to {name} {within(days)}.', 'The investor'])
})

test('texts of attributes, of strings and of both branches of a condition are found', () => {
  const source = `
    const title = isOne ? 'One change' : \`\${count} changes on this device\`
    const field = <Field label="Your email" hint={isLate ? 'Reply today' : undefined} autoComplete="given-name" />`
  expect(textsOf(source)).toEqual(['One change', '{count} changes on this device', 'Your email', 'Reply today'])
})

test('paths, classes, keys, modules, errors for engineers and queries are no texts', () => {
  const source = `
    import { Thing } from './The Thing.ts'
    const link = { href: 'Some where', className: 'flex items-center', title: 'A title' }
    if (!link) throw new Error('Nothing is here')
    const rows = sql\`select One from Two\`
    const path = <a href="/vcs" className="Mixed Case">{'/api/One Two'}</a>`
  expect(textsOf(source)).toEqual(['A title'])
})
