import * as v from 'valibot'
import { MAX_NOTE_LENGTH } from '#shared/contacts/contract.ts'
import { type ConversationStage, conversationLabels, conversationStages } from '#shared/contacts/conversation.ts'
import { ChosenInstant, isBlankEntry } from '#shared/contacts/entry.ts'
import { Due, MAX_PLACE_LENGTH, MAX_RATING } from '#shared/contacts/follow-up.ts'
import { followUpLabels } from '#shared/contacts/follow-up-labels.ts'
import type { StageLabels } from '#shared/raise/labels.ts'
import { fold } from '#shared/search/normalise-text.ts'
import { cleanLine } from '#shared/text.ts'

export type ImportedEntry = { text: string; writtenOn: string }

/** The fields of a follow-up that a table may have. */
export const ownFields = ['metAt', 'stage', 'rating', 'dueAt'] as const
type OwnField = (typeof ownFields)[number]
type OwnValues = { metAt: string; stage: ConversationStage; rating: number; dueAt: string }

/** What the user has written about a person, as columns of our own table have it. */
export type ImportedOwn = Partial<OwnValues> & { entries?: ImportedEntry[] }

type Cells = Record<OwnField | 'datedNotes', string>

/** @returns what was read, and as `extra` for the note the texts of which nothing could be read */
export function readOwnColumns(cells: Cells, stages: StageLabels): { own: ImportedOwn; extra: string[] } {
  const metAt = cleanLine(cells.metAt)
  const rating = Number(cells.rating)
  const read: { [Field in OwnField]: OwnValues[Field] | undefined } = {
    metAt: metAt.length <= MAX_PLACE_LENGTH ? metAt : undefined,
    stage: stageOf(cells.stage, stages),
    rating: Number.isInteger(rating) && rating >= 1 && rating <= MAX_RATING ? rating : undefined,
    dueAt: v.is(Due, cells.dueAt) ? cells.dueAt : undefined,
  }
  const { entries, extra } = readEntries(cells.datedNotes)
  const given = ownFields.filter((field) => cells[field] !== '')
  const own = Object.fromEntries(given.filter((field) => read[field]).map((field) => [field, read[field]]))
  const unread = given.filter((field) => !read[field]).map((field) => lineOf(field, cells[field]))
  return { own: { ...own, ...(entries.length > 0 && { entries }) }, extra: [...unread, ...extra] }
}

const lineOf = (field: OwnField, value: string | number) => `${followUpLabels[field]}: ${value}`

/** Lines for the note: the values of a file whose fields have another value. */
export const linesBeside = (kept: { [Field in OwnField]?: OwnValues[Field] | null | undefined }, own: ImportedOwn): string[] =>
  ownFields.flatMap((field) => {
    const value = own[field]
    if (value === undefined || !kept[field] || kept[field] === value) return []
    return [lineOf(field, field === 'stage' && own.stage ? conversationLabels[own.stage] : value)]
  })

/** A stage by the user's own name of it, or by the usual one. */
function stageOf(text: string, stages: StageLabels): ConversationStage | undefined {
  const name = fold(text)
  if (name === '') return undefined
  const named = (labels: StageLabels) => conversationStages.find((stage) => fold(labels[stage]) === name)
  return named(stages) ?? named(conversationLabels)
}

/** The line before each text: `2026-11-27 14:05 UTC`, as `entriesInWords` writes it. */
const HEAD = /(?:^|\n\n)(\d{4}-\d\d-\d\d) (\d\d:\d\d) UTC\n/

function readEntries(cell: string): { entries: ImportedEntry[]; extra: string[] } {
  const [before = '', ...parts] = cell.replace(/\r\n?/g, '\n').split(HEAD)
  const entries: ImportedEntry[] = []
  const extra = before.trim() ? [before.trim()] : []
  for (let at = 0; at < parts.length; at += 3) {
    const [day, time, text = ''] = parts.slice(at, at + 3)
    const writtenOn = `${day}T${time}:00.000Z`
    if (v.is(ChosenInstant, writtenOn) && text.length <= MAX_NOTE_LENGTH && !isBlankEntry(text)) entries.push({ text, writtenOn })
    else extra.push(`${day} ${time} UTC\n${text}`)
  }
  return { entries, extra }
}

/** Tags of a cell, separated by commas; one with a comma in it is quoted. */
export const readTags = (cell: string): string[] =>
  [...cell.matchAll(/\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]+))(?:,|$)/g)].map(
    ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain.trim(),
  )
