import { call, inFile, rule, type Section, text } from '#tests/specification/facts.ts'

const api = inFile('web/net/api.test.ts')
const uploads = inFile('tests/server/http/uploads/pictures.test.ts')
const unlock = inFile('web/features/unlocks/use-unlock.test.tsx')

export const callsOne: Section = {
  part: 1,
  title: '7 Calls',
  facts: [
    rule('Every call brings the cookies along', api('every call sends the cookies'), 'include'),
    rule(
      'A body is JSON, and announced only where there is one',
      api('the JSON content type is sent only with a body'),
      'content-type',
    ),
    rule(
      'Any other answer than success is a failure',
      api('a refusal carries its status, its code and the body text in the specified format'),
      '409',
    ),
    call('GET', '/api/auth/user', 'the signed-in user; 401 without a session', ['isAdmin', '401']),
    text('user cannot be read', 'Failed to fetch user'),
    rule(
      'A 401 is no user, and no error',
      inFile('web/features/accounts/deleted/missing-account.test.tsx')('without a session, the sign-in opens'),
      '401',
    ),
    call('POST', '/api/auth/logout', 'ends the session', []),
    text('a sign-out that the server refuses', 'Failed to logout'),
    call('POST', '/api/newsletter-signup', 'early access', ['email', 'source']),
    text('source of early access', 'early_access', {
      heldBy: inFile('web/features/newsletter/early-access.test.tsx')(
        'a user who joins is welcomed, and cannot press twice while the request is pending',
      ),
    }),
    call('GET', '/api/airtable/vcs', 'the external listing', ['verifiedVCs', 'unverifiedVCs']),
    rule(
      'The listing may be kept for 5 minutes',
      inFile('tests/server/directory/calls.test.ts')(
        'the listing has two groups, contains every key that its clients know, and has no contact',
      ),
      /max-age=300/,
    ),
    call('GET', '/api/vcs', 'platform investors, by verified, stage or sector', [], {
      heldBy: inFile('tests/server/applications/input-and-list.test.ts')(
        'GET /api/vcs%s lists verified and active investors, without a contact',
      ),
      mentions: ['/api/vcs{}', '?verified=true', /stage=/, /sector=/, 'fundName', 'isVerified'],
    }),
    call('GET', '/api/check-vc-unlock', 'whether a contact is unlocked', ['email', 'vcId', 'vcType', 'hasUnlocked']),
    call('POST', '/api/vc-request', 'a recorded wish', [
      'vcId',
      'vcType',
      'founderEmail',
      'founderScore',
      'tags',
      'requestType',
      'amount',
    ]),
    rule(
      'The wish sends the score 75',
      unlock('the request contains the investor, the requested contact, and one tag: %#'),
      'founderScore',
      '75',
    ),
    text('tag of an investor without sector and stage', 'General', {
      heldBy: unlock('the request contains the investor, the requested contact, and one tag: %#'),
    }),
    text('type of the wish', 'unlock', {
      heldBy: unlock('the request contains the investor, the requested contact, and one tag: %#'),
      mentions: ['requestType'],
    }),
    rule(
      'A wish that fails after the payment is only logged',
      unlock('the request is recorded again after the payment, and a failure of that is only logged'),
      'warn',
    ),
    call('POST', '/api/create-vc-unlock-payment', 'begins the payment of a contact', [
      'vcId',
      'vcType',
      'email',
      'amount',
      'clientSecret',
    ]),
    text('type of a contact bought in the booking dialog', 'contact', {
      heldBy: inFile('web/widgets/contact-dialog.test.tsx')(
        'it is paid as an unlock, and Back returns to the details as they were typed',
      ),
      mentions: ['bookingType'],
    }),
    call('POST', '/api/confirm-vc-unlock-payment', 'confirms it', ['paymentIntentId', 'vcId', 'vcType', 'email']),
    call('POST', '/api/confirm-vc-unlock', 'confirms it, by its other name', ['paymentIntentId', 'vcId', 'vcType', 'email']),
    call('POST', '/api/calendly/availability', 'free hours', ['calendlyLink', 'vcId', 'vcType', 'slots']),
    call('POST', '/api/create-meeting-payment', 'begins the payment of a call', [
      'vcId',
      'vcType',
      'selectedSlot',
      'bookingDetails',
      'amount',
      'clientSecret',
    ]),
    call('POST', '/api/confirm-meeting-booking', 'confirms it', [
      'paymentIntentId',
      'vcId',
      'vcType',
      'selectedSlot',
      'bookingDetails',
    ]),
    call('POST', '/api/create-vc-payment', 'begins the payment of a contact, for accounts', ['vcId', 'clientSecret', 'amount']),
    call(
      'GET',
      '/api/vc-stats/{vcId}/{vcType}',
      'demand of one investor',
      ['totalRequests', 'topTag', 'openToAngel', 'donatesToCharity'],
      {
        heldBy: inFile('tests/server/directory/calls.test.ts')('the stats of %s, by path and by parameters'),
        mentions: ['/api/vc-stats{}', '/recAda/airtable'],
      },
    ),
    call('GET', '/api/vc-stats', 'the same, by parameters', ['totalRequests', 'topTag', 'openToAngel', 'donatesToCharity'], {
      heldBy: inFile('tests/server/directory/calls.test.ts')('the stats of %s, by path and by parameters'),
      mentions: ['/api/vc-stats?vcId={}&vcType={}'],
    }),
    text('top tag of an investor without requests', 'N/A', {
      heldBy: inFile('tests/server/directory/calls.test.ts')('the stats of %s, by path and by parameters'),
    }),
    call('GET', '/api/top-vcs', 'the ranking', ['vcId', 'vcType']),
    call('POST', '/api/vcs', 'an application', ['fundName', 'partnerName', 'meetingLink', 'price']),
    rule(
      'contactHandle is copied from the meeting link, and contactType is meeting',
      inFile('tests/server/applications/applying.test.ts')('stores the input normalised, and one link under all its names'),
      'contactHandle',
      'contactType',
      'meeting',
    ),
    rule(
      'The price is sent in cents: dollars times 100, rounded',
      inFile('shared/applications/draft.test.ts')('a price of %j dollars is sent as %j cents'),
      '49.5',
      '4950',
      '1.005',
      '101',
    ),
    call('POST', '/api/upload/logo', 'a picture', ['logo', 'fileUrl'], {
      heldBy: uploads('%s takes the field %s and answers with both keys'),
    }),
    call('POST', '/api/upload/vc-logo', 'a picture of an investor', ['logo', 'fileUrl'], {
      heldBy: uploads('%s takes the field %s and answers with both keys'),
    }),
    call('GET', '/api/admin/vcs', 'all profiles, for admins', []),
    call('PATCH', '/api/admin/vcs/{vcId}/verify', 'a decision', ['isVerified'], {
      heldBy: inFile('tests/server/admin/applications.test.ts')('is decided by the body in the specification, and only once'),
      mentions: ['/vcs/{}/verify', 'PATCH'],
    }),
    call('POST', '/api/confirm-payment', 'a payment of the account, confirmed', [
      'paymentIntentId',
      'vc',
      'fundName',
      'contactType',
      'contactHandle',
      'introTemplate',
    ]),
    call('POST', '/api/complete-profile', 'names', ['firstName', 'lastName']),
    rule(
      'The client learns the publishable key of the card provider',
      inFile('tests/server/payments/refusals/refusals.test.ts')('pages get the payment configuration'),
      'publishableKey',
      'pk_test_sandbox',
    ),
    rule(
      'A bank leads back to {origin}/payment-success, and only where it must',
      inFile('web/payments/stripe-form.test.tsx')(
        'for every purchase, a bank returns to the payment success page, and only if it must redirect',
      ),
      '/payment-success',
      'if_required',
    ),
  ],
}
