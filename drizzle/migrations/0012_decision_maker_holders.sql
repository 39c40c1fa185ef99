-- A buyer's copy of a decision maker follows the person and the fund it was bought from.
CREATE FUNCTION sync_poke_person_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || principal_id) FROM decision_maker_unlocks WHERE decision_maker_id = OLD.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE FUNCTION sync_poke_fund_holders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'me:' || u.principal_id)
  FROM decision_maker_unlocks u JOIN decision_makers d ON d.id = u.decision_maker_id WHERE d.cold_investor_id = NEW.id;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_holders AFTER UPDATE OR DELETE ON decision_makers FOR EACH ROW EXECUTE FUNCTION sync_poke_person_holders();
--> statement-breakpoint
CREATE TRIGGER sync_poke_holders AFTER UPDATE OF fund_name, fund_slug ON cold_investors FOR EACH ROW EXECUTE FUNCTION sync_poke_fund_holders();
