import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fold } from './normalise-text.ts'

// cspell:ignore kjaergaard lukasz İSTANBUL dordevic Œuvre ﬁntech fintechtm invi

test.each([
  ['Søren Kjærgaard', 'soren kjaergaard'],
  ['Wójcik, Łukasz', 'wojcik lukasz'],
  ['Weiß & Müller', 'weiss muller'],
  ['Aydın İSTANBUL', 'aydin istanbul'],
  ['Đorđević', 'dordevic'],
  ['Œuvre', 'oeuvre'],
  ['Ｆｕｌｌ　Ｗｉｄｔｈ', 'full width'],
  ['ﬁntech™', 'fintechtm'],
  ['O’Brien', 'o brien'],
  ['  AI/ML — Pre-Seed; 2026 ', 'ai ml pre seed 2026'],
  ['Νίκος ΠΑΠΠΆΣ', 'νικοσ παππασ'],
  ['Алёна', 'алена'],
  // Vowel points, tatweel, hamza seats and teh marbuta are spelling variants.
  ['أَحْمَد', 'احمد'],
  ['القـــاهرة', 'القاهره'],
  ['שָׁלוֹם', 'שלום'],
  ['김민준', '김민준'],
  // A kana sound mark makes another letter, so it is kept.
  ['ガバナンス', 'ガバナンス'],
  ['山本　芽衣', '山本 芽衣'],
  ['invi\u200bsi\u00adble', 'invisible'],
  ['🦊', ''],
])('%j folds to %j', (text, folded) => {
  expect(fold(text)).toBe(folded)
})

test('folding is idempotent, and leaves no capital, no accent and no superfluous space', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const folded = fold(text)
      expect(fold(folded)).toBe(folded)
      expect(folded).not.toMatch(/^ | {2}| $|[A-Z]/)
    }),
    { numRuns: 1000 },
  )
})
