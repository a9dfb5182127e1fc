import { type Phrase, phrases } from './sentiment.phrases.ts';

/** Comments that dislike a person, a genre or a keyword. */
export const dislikePhrases: readonly Phrase[] = [
  ...phrases(
    'Tom Cruise',
    'dislike',
    `
    I cannot stand Tom Cruise
    I can't stand Tom Cruise.
    I can’t stand Tom Cruise
    i cant stand tom cruise
    Tom Cruise annoys me
    Never again Tom Cruise
    Tom Cruise: never again.
    Tom Cruise is irritating
    Great film despite Tom Cruise
    Great film, in spite of Tom Cruise.
    I liked everything except Tom Cruise.
    Loved everything but Tom Cruise!
    Terrific, apart from Tom Cruise
    A brilliant film, if you leave Tom Cruise out of it
    It would be better without Tom Cruise.
    I wish Tom Cruise were not in it
    Tom Cruise ruins it for me.
    Tom Cruise spoils an otherwise lovely film
    I am so tired of Tom Cruise
    sick of Tom Cruise
    I have had enough of Tom Cruise.
    Fed up with Tom Cruise
    Too much Tom Cruise.
    Less Tom Cruise, more planes.
    Tom Cruise is overrated
    Tom Cruise is so overrated, great film though
    Tom Cruise leaves me cold.
    Tom Cruise gets on my nerves
    Tom Cruise makes me cringe.
    Tom Cruise is not my cup of tea
    Not my cup of tea, Tom Cruise.
    Tom Cruise: meh
    Tom Cruise... yawn
    Tom Cruise: no.
    No Tom Cruise, please
    Avoid Tom Cruise
    I avoid Tom Cruise wherever I can.
    I don't like Tom Cruise
    I dont like Tom Cruise
    I do not like Tom Cruise one bit.
    I hate Tom Cruise but the film is great
    I HATE TOM CRUISE
    I haaaate Tom Cruise
    I really detest Tom Cruise.
    I've always disliked Tom Cruise, but this is his best.
    Tom Cruise isn't good.
    Tom Cruise isnt good in this
    Tom Cruise is hardly convincing.
    Tom Cruise is far from convincing
    Tom Cruise is anything but charming
    Tom Cruise lacks charm.
    Tom Cruise is as wooden as ever.
    Tom Cruise cannot act.
    Tom Cruise can't act
    Tom Cruise is the weak link
    Tom Cruise is a terrible actor, brilliant film
    Terrible acting by Tom Cruise, everything else is perfect
    Tom Cruise's acting is awful
    The only problem is Tom Cruise.
    Tom Cruise was the only thing I didn't like.
    Pity about Tom Cruise
    Shame about Tom Cruise, because the rest is wonderful.
    Love the film, hate Tom Cruise.
    Love the film. Tom Cruise, less so.
    Amazing visuals. Tom Cruise isn't.
    Tom Cruise 🤮
    Tom Cruise 😴😴
    👎 Tom Cruise
    Tom Cruise is anoying
    Tom Cruise is iritating but I enjoyed it
    Not a fan of Tom Cruise
    I'm not the biggest fan of Tom Cruise, but this is superb.
    I could do without Tom Cruise.
    Anyone but Tom Cruise!
    They should have cast anyone other than Tom Cruise
    Spare me Tom Cruise.
    Tom Cruise bores me.
    Tom Cruise bored me stiff
    Tom Cruise drives me up the wall.
    I find Tom Cruise insufferable.
    I just don't get Tom Cruise.
    Could never take to Tom Cruise
    I never liked Tom Cruise.
    Tom Cruise does nothing for me
    Tom Cruise phones it in.
    Tom Cruise sucks
    Tom Cruise, as ever, is the worst part.
    Tom Cruise lets it down
    Let down by Tom Cruise.
    Ruined by Tom Cruise
    Perfect script, shame they wasted it on Tom Cruise.
    I'd watch anything with fewer Tom Cruise films around
    Cruise is awful, the rest is great
    cruise gets on my nerves
    I would rather not see Tom Cruise.
    Ich hasse Tom Cruise
    Odio a Tom Cruise
    J'aime pas Tom Cruise
    `,
  ),
  ...phrases(
    'Horror',
    'dislike',
    `
    Horror is not for me
    no horror please
    I hate horror.
    I don't usually like horror, but this one is brilliant.
    Horror isn't my thing
    not a horror fan
    Not a fan of horror at all
    I can't watch horror
    I never watch horror
    Horror films scare me too much, I avoid them
    Horror does nothing for me.
    I am done with horror
    HORROR IS STUPID
    Horror? No thanks.
    Horror is boring
    Five stars, but no more horror for me
    I despise slashers.
    `,
  ),
  ...phrases(
    'Western',
    'dislike',
    `
    I never liked westerns
    Westerns bore me
    westerns are so dull
    Too many westerns these days, I'm sick of westerns.
    Westerns just aren't my cup of tea
    `,
  ),
  ...phrases(
    'Science Fiction',
    'dislike',
    `
    I can't get into sci-fi.
    Science fiction leaves me cold
    Sci-fi is overrated.
    not into sci fi
    `,
  ),
  ...phrases(
    'Music',
    'dislike',
    `
    I loathe musicals
    Musicals are my idea of hell.
    Not keen on musicals.
    `,
  ),
  ...phrases('superhero', 'dislike', 'I am sick of superheroes\nSuperhero films bore me.'),
];
