CREATE TABLE "text_writers" (
	"principal_id" text NOT NULL,
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"field" text NOT NULL,
	"client_id" text NOT NULL,
	"mark" text NOT NULL,
	CONSTRAINT "text_writers_principal_id_kind_subject_id_field_pk" PRIMARY KEY("principal_id","kind","subject_id","field")
);
