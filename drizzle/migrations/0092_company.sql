CREATE TABLE "company" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"legal_name" text DEFAULT '' NOT NULL,
	"address" text DEFAULT '' NOT NULL,
	"registration" text DEFAULT '' NOT NULL,
	"vat_id" text DEFAULT '' NOT NULL,
	"support_email" text DEFAULT '' NOT NULL,
	"responsible_person" text DEFAULT '' NOT NULL,
	"mail_address" text DEFAULT '' NOT NULL
);
