type DayFacts = { isOffline: boolean; isNew: boolean; isFounder: boolean; freshCount: number; contactCount: number }

/** The sentence under the greeting: the most relevant fact of today. */
export function dashboardSubtitle({ isOffline, isNew, isFounder, freshCount, contactCount }: DayFacts): string {
  if (isOffline) return 'You are offline. Everything on this page is on your device.'
  if (isNew && isFounder) return 'Three steps, and the first investor is yours to write to.'
  if (isNew) return 'Three steps, and founders reach you on your own terms.'
  if (freshCount > 0)
    return `${isFounder ? counted(freshCount, 'new investor', 'new investors') : counted(freshCount, 'new entry', 'new entries')} since you were last here.`
  if (contactCount > 0) return `${counted(contactCount, 'contact', 'contacts')} on this device, ready to be written to.`
  return 'Everything on this page is kept on your device.'
}

const counted = (count: number, one: string, many: string) => (count === 1 ? `One ${one}` : `${count} ${many}`)
