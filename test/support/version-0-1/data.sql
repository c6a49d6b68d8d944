insert into users (username, role, created_at) values ('anna', 'editor', now());
insert into images (url, digest, author_id, created_at) values ('https://example.org/a.png', '\x01', null, now());
insert into image_namings (image_id, user_id) values (1, 1);

insert into categories (created_at, modified_at, parent_id) values (now(), now(), null), (now(), now(), 1);
insert into category_slugs values ('musica', 1, true), ('musica-antiga', 1, false), ('jazz', 2, true);
insert into category_texts (category_id, language, name, slug, folded, folded_name, parent_key) values
  (1, 'ca', 'Música', 'musica', 'musica', 'musica', 0), (2, 'ca', 'Jazz', 'jazz', 'jazz', 'jazz', 1);

insert into tags (created_at, modified_at) values (now(), now()), (now(), now());
insert into tag_slugs values ('fira', 1, true), ('feria', 1, true), ('tag-2027', 1, false), ('2027', 2, true);
insert into tag_texts (tag_id, language, name, slug, folded, folded_name) values
  (1, 'ca', 'Fira', 'fira', 'fira', 'fira'), (1, 'es', 'Feria', 'feria', 'feria', 'feria'), (2, 'ca', '2027', '2027', E'2027\n2027', '2027');

insert into venues (created_at, modified_at, status, published_at, city, folded_facts)
  values (now(), now(), 'publish', '2024-01-01Z', 'Reus', 'reus');
insert into venue_slugs values ('teatre', 1, true);
insert into venue_texts (venue_id, language, name, slug, folded, folded_name)
  values (1, 'ca', 'Teatre', 'teatre', 'teatre', 'teatre');

insert into organizers (created_at, modified_at, status, published_at, email, folded_facts) values
  (now(), now(), 'publish', '2024-01-01Z', '"joan.mas"@a.example', '"joan.mas"@a.example'),
  (now(), now(), 'publish', '2024-01-01Z', '"<img src=x onerror=alert(1)>"@a.example', '"<img src=x onerror=alert(1)>"@a.example'),
  (now(), now(), 'publish', '2024-01-01Z', 'a@b.example', 'a@b.example');
insert into organizer_slugs values ('joan', 1, true), ('x', 2, true), ('a', 3, true);
insert into organizer_texts (organizer_id, language, name, slug, folded, folded_name) values
  (1, 'ca', 'Joan', 'joan', 'joan', 'joan'), (2, 'ca', 'X', 'x', 'x', 'x'), (3, 'ca', 'A', 'a', 'a', 'a');

insert into events (created_at, modified_at, status, published_at, starts_at, ends_at, start_local, end_local, timezone, password_hash)
  values
    (now(), now(), 'publish', '2024-01-01Z', '2090-05-01 18:00Z', '2090-05-01 20:00Z', '2090-05-01 18:00', '2090-05-01 20:00', 'UTC', null),
    (now(), now(), 'publish', '2024-01-01Z', '2090-05-02 18:00Z', '2090-05-02 20:00Z', '2090-05-02 18:00', '2090-05-02 20:00', 'UTC', 'hash');
insert into event_slugs values ('concert', 1, true), ('concierto', 1, true), ('secret', 2, true);
insert into event_texts (event_id, language, title, description, slug, folded, folded_title) values
  (1, 'ca', 'Concert', '<p>Al teatre</p>', 'concert', E'concert\n\nal teatre', null),
  (1, 'es', 'Concierto', '', 'concierto', 'concierto', null),
  (2, 'ca', 'Secret', '', 'secret', 'secret', 'secret');
insert into event_categories values (1, 2, 0);
insert into event_tags values (1, 1, 0), (2, 1, 0);
insert into event_venues (event_id, venue_id, position) values (1, 1, 0);

insert into speakers (created_at, modified_at, status, published_at) values (now(), now(), 'publish', '2024-01-01Z');
insert into speaker_slugs values ('ada', 1, true);
insert into speaker_texts (speaker_id, language, name, slug, folded, folded_name) values (1, 'en', 'Ada', 'ada', 'ada', 'ada');
insert into event_speakers values (1, 1, 0);

insert into password_attempts values (2, '127.0.0.1', array_fill(now(), array[10]), now());
insert into audit_entries (at, role, action, kind, record_id, client, request_id, changes)
  values ('2026-01-02 03:04:05Z', 'operator', 'update', 'tag', 1, '', '', '{}');
