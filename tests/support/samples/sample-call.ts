import type { Booking } from '#shared/bookings/contract.ts'
import type { BookingId, OrderId, VcId } from '#shared/ids.ts'
import { cents } from '#shared/money.ts'

export const sampleCall = (over: Partial<Booking> = {}): Booking => ({
  id: 'bkg_1' as BookingId,
  role: 'founder',
  vcId: 'vc_1' as VcId,
  vcName: 'Alan Platform',
  counterpart: { name: 'Alan Platform', company: null, email: 'alan@keystone.example' },
  start: '2027-01-10T10:00:00.000Z',
  end: '2027-01-10T10:30:00.000Z',
  founderTimeZone: 'Europe/Berlin',
  vcTimeZone: 'America/New_York',
  meetingLink: 'https://cal.example.com/alan',
  status: 'confirmed',
  message: null,
  amount: cents(5000),
  orderId: 'ord_1' as OrderId,
  isGeneratedSlot: true,
  endedBy: null,
  endReason: null,
  endedAt: null,
  refund: 'none',
  noShowBy: null,
  ics: 'BEGIN:VCALENDAR',
  actions: [],
  createdAt: '2027-01-05T10:00:00.000Z',
  ...over,
})
