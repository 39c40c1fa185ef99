import type { DocumentKind } from './contract.ts'

const PREFIX: Record<DocumentKind, string> = { invoice: 'INV', 'credit-note': 'CN' }

/** `INV-2026-000001`. Each kind begins again with 1 in each year. */
export const documentNumber = (kind: DocumentKind, year: number, sequence: number): string =>
  `${PREFIX[kind]}-${year}-${String(sequence).padStart(6, '0')}`
