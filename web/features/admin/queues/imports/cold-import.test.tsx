import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { ColdImport } from '#shared/cold-scout/import.ts'
import { matchColdColumns } from '#shared/cold-scout/import.ts'
import type { Settle } from '#web/features/admin/decisions/use-decision.ts'
import { ColdImportSection } from './cold-import-section.tsx'
import { coldRowsOf, readColdTable } from './cold-rows.ts'

const utf8 = (text: string) => new TextEncoder().encode(text)
function utf16(text: string) {
  const units = new Uint16Array([0xfeff, ...Array.from(text, (letter) => letter.charCodeAt(0))])
  return new Uint8Array(units.buffer)
}
const rowsOf = async (bytes: Uint8Array<ArrayBuffer>) => {
  const table = await readColdTable(new Blob([bytes]))
  return table && coldRowsOf(table, matchColdColumns(table.columns))
}

describe('a file of funds and people', () => {
  const ida = { line: 1, fund: 'Café', website: '', focus: '', name: 'Ida Öl', role: 'Partner', linkedinUrl: '', twitterUrl: '' }
  test.each([
    ['commas', utf8('Fund,Full name,Job title\nCafé,Ida Öl,Partner\n')],
    ['semicolons and a mark', utf8('\ufeffFund;Name;Role\r\nCafé;Ida Öl;Partner\r\n')],
    ['tabs in UTF-16', utf16('Fund\tName\tRole\nCafé\tIda Öl\tPartner\n')],
    [
      'the letters of an older spreadsheet',
      Uint8Array.from('Fund;Name;Role\nCaf\xe9;Ida \xd6l;Partner\n', (one) => one.charCodeAt(0)),
    ],
    ['prose before the head, and an empty line', utf8('Notes: a list\n\nFund,Name,Role\n\nCafé,Ida Öl,Partner\n')],
  ])('with %s is read', async (_, bytes) => {
    expect(await rowsOf(bytes)).toEqual([ida])
  })

  test('that a spreadsheet protected has its texts back', async () => {
    expect(await rowsOf(utf8("Fund,Name,Role,X\nHarbour,Ida,Partner,'@ida\n"))).toMatchObject([{ twitterUrl: '@ida' }])
  })

  test('with one line is none', async () => {
    expect(await rowsOf(utf8('Fund,Name'))).toBeUndefined()
  })
})

const shown: ColdImport = {
  ...{ version: 7, received: 2, added: 1, changed: 0, unchanged: 0, quarantined: 1, suppressed: 0, newFunds: 1 },
  lines: [
    { line: 1, outcome: 'added', fund: 'Harbour', name: 'Ida', reason: null },
    { line: 2, outcome: 'quarantined', fund: 'Harbour', name: 'Bo', reason: 'no role' },
  ],
}
let sent: { path: string; body: { rows: object[]; version?: number } }[]
beforeEach(() => {
  sent = []
  vi.stubGlobal('fetch', async (path: string, { body }: RequestInit = {}) => {
    sent.push({ path, body: JSON.parse(String(body)) })
    return Response.json(shown)
  })
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

describe('the import of Cold Scout', () => {
  const settle: Settle = async (_, work) => {
    await work(undefined)
    return true
  }
  const choose = (text: string) =>
    fireEvent.change(screen.getByLabelText('Choose a CSV file'), { target: { files: [new File([text], 'funds.csv')] } })
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))

  test('shows what each line would do, and imports the lines of the preview with its version', async () => {
    render(<ColdImportSection settle={settle} busyWith={undefined} />)
    choose('Fund,Name,Role,Secret\nHarbour,Ida,Partner,hidden\nHarbour,Bo,,hidden\n')
    await press('Preview')
    expect(await screen.findByText('1 added · 0 changed · 0 unchanged · 1 left out · 1 new fund')).toBeTruthy()
    expect(screen.getByText(/^Line 2: no role/)).toBeTruthy()
    await press('Import')
    await waitFor(() => expect(sent.at(-1)).toMatchObject({ path: '/api/admin/cold-scout/import', body: { version: 7 } }))
    expect(sent.at(-1)?.body.rows).toEqual(sent[0]?.body.rows)
    // A column that is left out does not leave the device.
    expect(JSON.stringify(sent)).not.toContain('hidden')
    await waitFor(() => expect(screen.getByLabelText('Choose a CSV file')).toBeTruthy())
  })

  test('another choice of columns needs another preview', async () => {
    render(<ColdImportSection settle={settle} busyWith={undefined} />)
    choose('Fund,Who,Role\nHarbour,Ida,Partner\n')
    await press('Preview')
    fireEvent.change(await screen.findByLabelText('Who'), { target: { value: 'name' } })
    expect(screen.queryByRole('button', { name: 'Import' })).toBeNull()
    await press('Preview')
    await waitFor(() => expect(sent.at(-1)?.body.rows).toMatchObject([{ name: 'Ida' }]))
  })
})
