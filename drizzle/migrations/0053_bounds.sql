CREATE INDEX "auth_tokens_principal" ON "auth_tokens" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "given_refunds_principal" ON "given_refunds" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "jobs_email" ON "jobs" USING btree (lower("payload" ->> 'email')) WHERE "jobs"."payload" ->> 'email' is not null;--> statement-breakpoint
CREATE INDEX "mail_outbox_recipient" ON "mail_outbox" USING btree (lower("recipient"));--> statement-breakpoint
CREATE INDEX "meeting_bookings_held" ON "meeting_bookings" USING btree ("status","held_until");--> statement-breakpoint
CREATE INDEX "notices_principal" ON "notices" USING btree ("principal_id");--> statement-breakpoint
CREATE INDEX "orders_slot" ON "orders" USING btree ("slot_id");--> statement-breakpoint
CREATE INDEX "vc_requests_created" ON "vc_requests" USING btree ("created_at");