CREATE TABLE "client_errors" (
	"fingerprint" text NOT NULL,
	"build" text NOT NULL,
	"day" date NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"code" integer,
	"route" text NOT NULL,
	"frames" jsonb NOT NULL,
	"browsers" text[] NOT NULL,
	"count" integer NOT NULL,
	"offline_count" integer NOT NULL,
	"first_seen_at" timestamp (3) with time zone NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "client_errors_fingerprint_build_day_pk" PRIMARY KEY("fingerprint","build","day")
);
--> statement-breakpoint
CREATE INDEX "client_errors_day" ON "client_errors" USING btree ("day");