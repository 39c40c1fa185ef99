-- A draft is its writer's alone, and so is what the server says of their project: both poke their devices.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON project_drafts FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER sync_poke_owner AFTER INSERT OR UPDATE OR DELETE ON projects FOR EACH ROW EXECUTE FUNCTION sync_poke_listing_owner();
