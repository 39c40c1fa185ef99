import * as v from 'valibot'
import { expect, test } from 'vitest'
import { ChangeCompany, NO_COMPANY } from './contract.ts'
import { mailFooter, missingParts } from './details.ts'

const read = (parts: object) => v.safeParse(ChangeCompany, { ...NO_COMPANY, version: 1, ...parts })

test.each([
  ['spaces and invisible characters', { legalName: '  Grove\u202e  Ltd ' }, { legalName: 'Grove Ltd' }],
  ['empty lines of an address', { address: ' 1 High Street \r\n\n  London ' }, { address: '1 High Street\nLondon' }],
  ['separators of a VAT id', { vatId: 'gb 123.456-789' }, { vatId: 'GB123456789' }],
  ['the case of an address', { supportEmail: ' Help@Grove.example ' }, { supportEmail: 'help@grove.example' }],
])('%s are cleaned', (_, typed, stored) => {
  expect(read(typed).output).toMatchObject(stored)
})

test.each([
  ['an address without a domain', { supportEmail: 'help' }],
  ['a VAT id without a country', { vatId: '123456789' }],
  ['a VAT id with other characters', { vatId: 'GB12<34' }],
  ['seven lines', { address: '1\n2\n3\n4\n5\n6\n7' }],
  ['a long name', { legalName: 'x'.repeat(201) }],
])('%s is refused', (_, typed) => {
  expect(read(typed).success).toBe(false)
})

test('the parts that an installation for the public needs are named while they are empty', () => {
  expect(missingParts(NO_COMPANY)).toEqual(['legalName', 'address', 'supportEmail', 'responsiblePerson'])
  expect(missingParts({ ...NO_COMPANY, legalName: 'Grove', address: 'London' })).toEqual(['supportEmail', 'responsiblePerson'])
})

test('a mail names the company with its postal address, and nothing while it has no name', () => {
  const company = { ...NO_COMPANY, legalName: 'Grove Ltd', address: '1 High Street\nLondon', vatId: 'GB123' }
  expect(mailFooter(company)).toEqual(['Grove Ltd', '1 High Street, London', 'VAT ID GB123'])
  expect(mailFooter({ ...company, mailAddress: 'PO Box 1' })[1]).toBe('PO Box 1')
  expect(mailFooter({ ...company, legalName: '' })).toEqual([])
})
