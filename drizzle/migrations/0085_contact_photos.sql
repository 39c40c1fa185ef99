CREATE TABLE "contact_photos" (
	"principal_id" text NOT NULL,
	"id" text NOT NULL,
	"contact_id" text NOT NULL,
	"taken_at" timestamp (3) with time zone NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"file" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"deleted_at" timestamp (3) with time zone,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "contact_photos_principal_id_id_pk" PRIMARY KEY("principal_id","id")
);
--> statement-breakpoint
CREATE INDEX "contact_photos_contact" ON "contact_photos" USING btree ("principal_id","contact_id");--> statement-breakpoint
CREATE INDEX "contact_photos_deleted" ON "contact_photos" USING btree ("deleted_at");--> statement-breakpoint
-- Devices get photos with the private lane.
CREATE TRIGGER sync_poke AFTER INSERT OR UPDATE OR DELETE ON contact_photos FOR EACH ROW EXECUTE FUNCTION sync_poke_principal();
--> statement-breakpoint
CREATE TRIGGER private_changed_own AFTER INSERT OR UPDATE OR DELETE ON contact_photos FOR EACH ROW EXECUTE FUNCTION private_changed_own();
--> statement-breakpoint
CREATE TRIGGER private_changed_all AFTER TRUNCATE ON contact_photos FOR EACH STATEMENT EXECUTE FUNCTION private_changed_all();
