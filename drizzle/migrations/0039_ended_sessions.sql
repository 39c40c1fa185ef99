CREATE TABLE "ended_sessions" (
	"sid" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL,
	"expire" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "ended_sessions" ADD CONSTRAINT "ended_sessions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ended_sessions_user" ON "ended_sessions" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "ended_sessions_expire" ON "ended_sessions" USING btree ("expire");--> statement-breakpoint
-- Every node closes the live connections of the session, and has its device ask at once.
CREATE FUNCTION sync_poke_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('latchkey_sync', 'ended:' || NEW.sid);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sync_poke_ended AFTER INSERT ON ended_sessions FOR EACH ROW EXECUTE FUNCTION sync_poke_ended();
