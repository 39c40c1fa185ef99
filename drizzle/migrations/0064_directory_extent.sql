-- The new columns have a constant default, and the new tables are empty, so their rows are not written. The two partial indexes at
-- the end read their table once: 0.1 s for 10,000 records, seconds for a million.
CREATE TABLE "directory_extents" (
	"id" text PRIMARY KEY NOT NULL,
	"device_limit" integer NOT NULL,
	"is_partial" boolean DEFAULT false NOT NULL,
	"total" integer DEFAULT 0 NOT NULL,
	"on_devices" integer DEFAULT 0 NOT NULL,
	"changed_xid" "xid8" DEFAULT pg_current_xact_id() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_search" (
	"id" text PRIMARY KEY NOT NULL,
	"vc_type" text NOT NULL,
	"is_verified" boolean NOT NULL,
	"is_venture_capital" boolean NOT NULL,
	"is_angel" boolean NOT NULL,
	"stage_keys" text[] NOT NULL,
	"sector_keys" text[] NOT NULL,
	"place_words" "tsvector" NOT NULL,
	"name_words" "tsvector" NOT NULL,
	"fact_words" "tsvector" NOT NULL,
	"all_words" "tsvector" NOT NULL,
	"best_key" text COLLATE "C" NOT NULL,
	"name_key" text COLLATE "C" NOT NULL,
	"price_key" bigint NOT NULL,
	"price_high_key" bigint NOT NULL,
	"requests_key" bigint NOT NULL,
	"newest_key" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_search_queue" (
	"seq" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "directory_search_queue_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vc_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "directory_words" (
	"word" text COLLATE "C" PRIMARY KEY NOT NULL
);
--> statement-breakpoint
ALTER TABLE "directory_investors" ADD COLUMN "on_devices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "vcs" ADD COLUMN "on_devices" boolean DEFAULT true NOT NULL;--> statement-breakpoint
CREATE INDEX "directory_search_name_words" ON "directory_search" USING gin ("name_words");--> statement-breakpoint
CREATE INDEX "directory_search_fact_words" ON "directory_search" USING gin ("fact_words");--> statement-breakpoint
CREATE INDEX "directory_search_all_words" ON "directory_search" USING gin ("all_words");--> statement-breakpoint
CREATE INDEX "directory_search_place_words" ON "directory_search" USING gin ("place_words");--> statement-breakpoint
CREATE INDEX "directory_search_stages" ON "directory_search" USING gin ("stage_keys");--> statement-breakpoint
CREATE INDEX "directory_search_sectors" ON "directory_search" USING gin ("sector_keys");--> statement-breakpoint
CREATE INDEX "directory_investors_on_devices" ON "directory_investors" USING btree ("is_verified","id") WHERE "directory_investors"."on_devices" and "directory_investors"."unlisted_at" is null;--> statement-breakpoint
CREATE INDEX "vcs_on_devices" ON "vcs" USING btree ("is_verified","id") WHERE "vcs"."on_devices" and "vcs"."is_verified" and "vcs"."is_active";--> statement-breakpoint
-- By code unit, as devices sort. The numbers of the other orders are followed by the best.
CREATE UNIQUE INDEX "directory_search_best" ON "directory_search" ("best_key");--> statement-breakpoint
CREATE UNIQUE INDEX "directory_search_name" ON "directory_search" ("name_key");--> statement-breakpoint
CREATE INDEX "directory_search_price" ON "directory_search" ("price_key", "best_key");--> statement-breakpoint
CREATE INDEX "directory_search_price_high" ON "directory_search" ("price_high_key", "best_key");--> statement-breakpoint
CREATE INDEX "directory_search_requests" ON "directory_search" ("requests_key", "best_key");--> statement-breakpoint
CREATE INDEX "directory_search_newest" ON "directory_search" ("newest_key", "best_key");--> statement-breakpoint
-- Words with a wrong letter are found by their trigrams. A role that may not create the extension searches without: the server says
-- so at its first search.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX directory_words_trigrams ON directory_words USING gin (word gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not available: %', SQLERRM;
END $$;
--> statement-breakpoint
INSERT INTO directory_extents (id, device_limit, changed_xid) VALUES ('investors', 50000, '0');
--> statement-breakpoint
-- Not public while every listed investor is on devices.
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON directory_extents FOR EACH ROW EXECUTE FUNCTION sync_stamp_public('is_partial');
--> statement-breakpoint
CREATE TRIGGER sync_poke AFTER UPDATE ON directory_extents FOR EACH ROW WHEN (NEW.changed_xid <> OLD.changed_xid) EXECUTE FUNCTION sync_poke_directory();
--> statement-breakpoint
CREATE TRIGGER sync_new_epoch AFTER TRUNCATE ON directory_extents FOR EACH STATEMENT EXECUTE FUNCTION sync_new_epoch();
--> statement-breakpoint
-- A profile that is not on devices is like one that is not public: its changes are stamped only when it leaves.
DROP TRIGGER sync_stamp ON vcs;
--> statement-breakpoint
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON vcs FOR EACH ROW EXECUTE FUNCTION sync_stamp_public('is_verified', 'is_active', 'on_devices');
--> statement-breakpoint
-- The same for imported records. A new one waits for a place once the directory is larger than its part on devices. Stamp 0 means
-- that a row was never on devices.
CREATE FUNCTION sync_stamp_listed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.on_devices := NEW.on_devices AND NOT EXISTS (SELECT FROM directory_extents WHERE id = 'investors' AND is_partial);
    NEW.changed_xid := CASE WHEN NEW.on_devices THEN pg_current_xact_id() ELSE '0'::xid8 END;
  ELSIF NEW.on_devices OR OLD.on_devices OR NEW.changed_xid <> OLD.changed_xid THEN
    NEW.changed_xid := pg_current_xact_id();
  END IF;
  RETURN NEW;
END $$;
--> statement-breakpoint
DROP TRIGGER sync_stamp ON directory_investors;
--> statement-breakpoint
DROP TRIGGER sync_bury ON directory_investors;
--> statement-breakpoint
DROP TRIGGER sync_bury_id ON directory_investors;
--> statement-breakpoint
DROP TRIGGER sync_unbury ON directory_investors;
--> statement-breakpoint
DROP TRIGGER sync_poke ON directory_investors;
--> statement-breakpoint
CREATE TRIGGER sync_stamp BEFORE INSERT OR UPDATE ON directory_investors FOR EACH ROW EXECUTE FUNCTION sync_stamp_listed();
--> statement-breakpoint
CREATE TRIGGER sync_bury AFTER DELETE ON directory_investors FOR EACH ROW WHEN (OLD.changed_xid <> '0') EXECUTE FUNCTION sync_bury('investors');
--> statement-breakpoint
CREATE TRIGGER sync_bury_id AFTER UPDATE OF id ON directory_investors FOR EACH ROW WHEN (OLD.id <> NEW.id AND OLD.changed_xid <> '0') EXECUTE FUNCTION sync_bury('investors');
--> statement-breakpoint
CREATE TRIGGER sync_unbury AFTER INSERT OR UPDATE OF id ON directory_investors FOR EACH ROW WHEN (NEW.changed_xid <> '0') EXECUTE FUNCTION sync_unbury('investors');
--> statement-breakpoint
CREATE TRIGGER sync_poke_new AFTER INSERT ON directory_investors FOR EACH ROW WHEN (NEW.changed_xid <> '0') EXECUTE FUNCTION sync_poke_directory();
--> statement-breakpoint
CREATE TRIGGER sync_poke AFTER UPDATE ON directory_investors FOR EACH ROW WHEN (NEW.changed_xid <> OLD.changed_xid) EXECUTE FUNCTION sync_poke_directory();
--> statement-breakpoint
CREATE TRIGGER sync_poke_gone AFTER DELETE ON directory_investors FOR EACH ROW WHEN (OLD.changed_xid <> '0') EXECUTE FUNCTION sync_poke_directory();
--> statement-breakpoint
-- Changes outside the part of the devices wait for the search. A record on devices is not in it.
CREATE FUNCTION queue_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    INSERT INTO directory_search_queue (vc_id) VALUES (OLD.id);
  END IF;
  IF TG_OP = 'INSERT' OR (TG_OP = 'UPDATE' AND NEW.id <> OLD.id) THEN
    INSERT INTO directory_search_queue (vc_id) VALUES (NEW.id);
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
DO $$
DECLARE
  listing text;
BEGIN
  FOREACH listing IN ARRAY ARRAY['vcs', 'directory_investors'] LOOP
    EXECUTE format('CREATE TRIGGER search_new AFTER INSERT ON %I FOR EACH ROW WHEN (NOT NEW.on_devices) EXECUTE FUNCTION queue_for_search()', listing);
    EXECUTE format('CREATE TRIGGER search_changed AFTER UPDATE ON %I FOR EACH ROW WHEN (NOT NEW.on_devices OR NOT OLD.on_devices) EXECUTE FUNCTION queue_for_search()', listing);
    EXECUTE format('CREATE TRIGGER search_gone AFTER DELETE ON %I FOR EACH ROW WHEN (NOT OLD.on_devices) EXECUTE FUNCTION queue_for_search()', listing);
  END LOOP;
END $$;
--> statement-breakpoint
-- Demand changes the place in each order.
CREATE FUNCTION queue_demand_for_search() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO directory_search_queue (vc_id)
  SELECT id FROM directory_search WHERE id = CASE WHEN TG_OP = 'DELETE' THEN OLD.id ELSE NEW.id END;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER search_demand AFTER INSERT OR UPDATE OR DELETE ON investor_stats FOR EACH ROW EXECUTE FUNCTION queue_demand_for_search();
