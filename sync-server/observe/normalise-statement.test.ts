import { expect, test } from 'vitest'
import { normaliseStatement } from './normalise-statement.ts'

test.each([
  ['select * from users\n  where email = $1 and age > 18', 'select * from users where email = ? and age > ?'],
  ["select 'ada@example.com', e'it\\'s a secret', $$a 'secret'$$, $x$another$x$", 'select ?…'],
  ["select 'a''secret' from t where b = 'x\\' and c = 'secret'", 'select ? from t where b = ? and c = ?'],
  ["select 1 -- it's\n, 'secret' /* don't */ , 'secret' from t", 'select ?… from t'],
  ["select '--' , 'secret' from t", 'select ?… from t'],
  [`select "it's", "users"."email2" from t where x = 'secret'`, `select "it's", "users"."email2" from t where x = ?`],
  ["select 'secret without an end", 'select ?'],
  ['select id from t where id in ($1, $2,$3) limit $4', 'select id from t where id in (?…) limit ?'],
  ['insert into t ("a", "b") values ($1, $2), ($3, $4), ($5, $6)', 'insert into t ("a", "b") values (?…)…'],
  ['insert into t values (default, $1, $2), (default, $3, $4)', 'insert into t values (default, ?…)…'],
  ['select $1::text[], -1.5e3, t1.c2::int4 where a.b2 = $2::int', 'select ?…, t1.c2::int4 where a.b2 = ?::int'],
])('%s', (text, normalised) => {
  expect(normaliseStatement(text)).toBe(normalised)
})

test('a long text is cut off', () => {
  expect(normaliseStatement(`select ${'a_column, '.repeat(500)}`)).toHaveLength(1001)
})
