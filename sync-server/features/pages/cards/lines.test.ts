// cspell:ignore Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren
import { describe, expect, test } from 'vitest'
import { drawable, fitLines, isRightToLeft, widthOf } from './lines.ts'

const ROOM = { typeface: 'Latchkey Serif', sizes: [92, 80, 70], width: 776, most: 2 } as const

describe('a name that fits', () => {
  test('stays on one line in the largest size', () => {
    expect(fitLines('Marit Moretti', ROOM)).toEqual({ lines: ['Marit Moretti'], size: 92 })
  })

  test('breaks between words before it becomes smaller', () => {
    expect(fitLines('Northgate International Ventures', ROOM)).toEqual({
      lines: ['Northgate International', 'Ventures'],
      size: 92,
    })
  })

  test('becomes smaller before it is cut', () => {
    const { lines, size } = fitLines('Northgate International Opportunities and Growth', ROOM)
    expect(size).toBeLessThan(92)
    expect(lines.join(' ')).toBe('Northgate International Opportunities and Growth')
  })
})

describe('a name that does not fit', () => {
  test('is cut after a word, with an ellipsis', () => {
    const { lines, size } = fitLines('Northgate International Opportunities and Growth Partners of the Eastern Seaboard', ROOM)
    expect(size).toBe(70)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/^\S.* \w+…$/)
  })

  test('is broken between characters where a word is longer than a line', () => {
    const { lines } = fitLines('Wolfeschlegelsteinhausenbergerdorffwelchevoralternwaren'.repeat(2), ROOM)
    expect(lines).toHaveLength(2)
    for (const line of lines) expect(widthOf(line, ROOM.typeface, 70)).toBeLessThanOrEqual(ROOM.width)
  })

  test('keeps letters and their marks together', () => {
    const { lines } = fitLines('क्षि'.repeat(60), ROOM)
    for (const line of lines) expect(line.replace('…', '')).toMatch(/^(?:क्षि)+$/)
  })

  test('no line is wider than its room', () => {
    const texts = ['WWW '.repeat(80), 'iii'.repeat(200), '東京'.repeat(60), 'محمد '.repeat(40), 'Жук '.repeat(50)]
    for (const text of texts) {
      const { lines, size } = fitLines(text, ROOM)
      expect(lines).toHaveLength(2)
      for (const line of lines) expect(widthOf(line, ROOM.typeface, size)).toBeLessThanOrEqual(ROOM.width)
    }
  })
})

test('Chinese and Japanese break between characters', () => {
  const { lines } = fitLines('東京ベンチャーズ代表', { ...ROOM, sizes: [92] })
  expect(lines).toEqual(['東京ベンチャーズ', '代表'])
})

describe('characters that no font has', () => {
  test.each([
    ['Żółć Ångström', 'Żółć Ångström'],
    ['Nguyễn Thị Hạnh', 'Nguyễn Thị Hạnh'],
    ['Партнёр Ωmega שלום محمد 山田 김 हिन्दी', 'Партнёр Ωmega שלום محمد 山田 김 हिन्दी'],
    ['A\u0301da', 'Áda'],
    ['🚀 Rocket Capital 👩🏽‍🚀', 'Rocket Capital'],
    ['می\u200cخواهم', 'می\u200cخواهم'],
    ['❤️', ''],
    ['  ', ''],
  ])('%j is drawn as %j', (text, expected) => {
    expect(drawable(text, 'Latchkey Serif')).toBe(expected)
  })

  test.each(['สมชาย ใจดี', 'Ana ჭავჭავაძე'])('of %j nothing is drawn: a part of a name is another name', (text) => {
    expect(drawable(text, 'Latchkey Serif')).toBe('')
    expect(fitLines(text, ROOM).lines).toEqual([])
  })
})

test.each([
  ['محمد', true],
  ['(שלום) Ltd', true],
  ['Marit محمد', false],
  ['1Password', false],
  ['', false],
])('%j is written from right to left: %s', (text, expected) => {
  expect(isRightToLeft(text)).toBe(expected)
})
