-- An outbox of version 1, with one draft.
PRAGMA application_id = 1987012975;
PRAGMA user_version = 1;
BEGIN TRANSACTION;
CREATE TABLE draft (id INTEGER PRIMARY KEY CHECK (id = 1), version INTEGER NOT NULL, body TEXT NOT NULL) STRICT;
INSERT INTO "draft" VALUES(1,1,'{"id":"d1","created_at":"2026-11-21T10:30:15.123456+08:00","items":[{"index":0,"result":{"amount":{"fen":6000},"type":"EXPENSE","category":"餐饮","date":"2026-11-21","description":"吃饭","account":"微信","confidence":0.65,"doubtful":["amount"],"to_account":null,"unknown":[],"doubt":null,"understood":null},"status":"confirmed"},{"index":1,"result":{"amount":null,"type":"EXPENSE","category":"餐饮","date":"2026-11-21","description":"吃饭","account":"微信","confidence":0.65,"doubtful":["amount"],"to_account":null,"unknown":[],"doubt":null,"understood":null},"status":"pending"}]}');
CREATE TABLE known (  -- of the ledger, when its server was there last
         name TEXT PRIMARY KEY NOT NULL,
         body TEXT NOT NULL  -- JSON
       ) STRICT, WITHOUT ROWID;
INSERT INTO "known" VALUES('ledger','"postgresql://nas/household"');
CREATE TABLE work (  -- delivered in this order, and gone then
         number INTEGER PRIMARY KEY AUTOINCREMENT,
         kind TEXT NOT NULL CHECK (kind IN ('save', 'amend', 'undo')),
         batch_id TEXT NOT NULL,
         body TEXT NOT NULL,  -- JSON
         refused TEXT         -- why the server does not take it
       ) STRICT;
INSERT INTO "work" VALUES(1,'save','b1','{"batch_id":"b1","rows":[{"id":"b1/0","batch_id":"b1","amount":{"fen":3550},"currency":"CNY","type":"EXPENSE","category":"餐饮","account":"现金","description":"午饭","date":"2026-11-21","created_at":"2026-11-21T10:30:15.123456+08:00","to_account":null}],"lessons":[]}',NULL);
CREATE UNIQUE INDEX one_save_a_batch ON work (batch_id) WHERE kind = 'save';
CREATE TRIGGER save_ends_draft AFTER INSERT ON work WHEN NEW.kind = 'save' BEGIN DELETE FROM draft; END;
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('work',1);
COMMIT;
