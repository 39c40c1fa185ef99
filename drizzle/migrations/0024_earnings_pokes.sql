-- A refund that is asked for or refused changes what its seller can be paid.
CREATE FUNCTION sync_poke_refund_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM sync_poke_seller((SELECT target_id FROM orders WHERE id = NEW.order_id));
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_earner AFTER INSERT OR UPDATE OF status ON refund_requests FOR EACH ROW EXECUTE FUNCTION sync_poke_refund_seller();
