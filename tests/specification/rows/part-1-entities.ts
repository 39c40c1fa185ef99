import { inFile, rule, type Section } from '#tests/specification/facts.ts'

const BEGINS = inFile('drizzle/schema/defaults.test.ts')('a new row of %s has the specified defaults')

export const entities: Section = {
  part: 1,
  title: '3 Entities: values that a row begins with',
  facts: [
    rule('users: userType founder, authProvider email', BEGINS, 'userType', 'founder', 'authProvider', 'email'),
    rule(
      'vcs: contactType meeting, weeklyIntroLimit 5, not verified, active',
      BEGINS,
      'contactType',
      'meeting',
      '5',
      'isVerified',
      'isActive',
    ),
    rule('payments: currency usd, status pending', BEGINS, 'usd', 'pending'),
    rule('vc_unlocks: status completed', BEGINS, 'vc_unlocks', 'completed'),
    rule('vc_requests: founderScore 50', BEGINS, 'founderScore', '50'),
    rule('meeting_bookings: 30 minutes, status confirmed', BEGINS, 'meetingDuration', '30', 'confirmed'),
  ],
}
