/** Columns whose changes are logged, by table, and the column with the id of the document; none for the one round of a user. */
const LOGGED: [table: string, id: string, ...columns: string[]][] = [
  ['contact_follow_ups', 'contact_id', 'met_at', 'stage', 'rating', 'due_at', 'remind_by_mail'],
  ['contact_entries', 'id', 'written_on'],
  [
    ...(['contact_deals', 'contact_id'] as const),
    ...['next_step', 'introduced_by', 'pass_reason', 'amount', 'instrument', 'probability', 'commitment'],
  ],
  [
    ...(['people', 'id'] as const),
    ...['name', 'organisation', 'role', 'location', 'email', 'phone', 'telegram', 'linkedin_url', 'twitter_url', 'website'],
  ],
  ['saved_searches', 'id', 'name', 'filters'],
  ['raise_rounds', '', 'name', 'target', 'to-write', 'written', 'replied', 'meeting', 'in-talks', 'invested', 'passed'],
]

/** Tables whose rows get a new id where a guest and an account have the same one. */
const RENAMED = ['people', 'contact_entries', 'saved_searches']

/**
 * Triggers that add a row to `text_changes` for each changed column. Its subject is `{table}.{column} {id}`; that of a new id is `new
 * id`. The own names of the stages are logged as columns.
 */
export const LOG_COLUMNS = `
  create or replace function log_columns() returns trigger language plpgsql as $$
  declare
    written jsonb := to_jsonb(new) || coalesce(to_jsonb(new) -> 'stage_names', '{}');
    known jsonb := '{}';
  begin
    if tg_op = 'UPDATE' then known := to_jsonb(old) || coalesce(to_jsonb(old) -> 'stage_names', '{}'); end if;
    insert into text_changes (subject, owner, before, after)
    select concat_ws(' ', tg_table_name || '.' || field, written ->> tg_argv[0]), written ->> 'principal_id',
      known ->> field, written ->> field
    from unnest(tg_argv[1:]) fields (field) where known ->> field is distinct from written ->> field;
    return new;
  end $$;
  create or replace function log_new_id() returns trigger language plpgsql as $$
  begin
    insert into text_changes (subject, owner, before, after) values ('new id', new.principal_id, old.id, new.id);
    return new;
  end $$;
  ${LOGGED.map(
    ([table, ...columns]) => `create or replace trigger log_columns after insert or update on ${table}
      for each row execute function log_columns(${columns.map((column) => `'${column}'`).join(', ')});`,
  ).join('\n')}
  ${RENAMED.map(
    (table) => `create or replace trigger log_new_id after update of id on ${table}
      for each row when (old.id <> new.id) execute function log_new_id();`,
  ).join('\n')}`
