import { dislikePhrases } from './sentiment.dislikes.cases.ts';
import { type Phrase, phrases } from './sentiment.phrases.ts';

/** Realistic comments with their sentiment towards a person, a genre or a keyword. */
export const phraseTable: readonly Phrase[] = [
  ...dislikePhrases,
  ...phrases(
    'Tom Cruise',
    'praise',
    `
    I love Tom Cruise
    I like Tom Cruise.
    Love Tom Cruise!
    Tom Cruise is great
    Tom Cruise is brilliant in this.
    TOM CRUISE IS AMAZING
    tom cruise is amazing
    I adore Tom Cruise
    I really like Tom Cruise
    Tom Cruise was fantastic!
    Tom Cruise is one of my favourite actors.
    My favourite actor is Tom Cruise.
    I'm a huge fan of Tom Cruise
    Big Tom Cruise fan
    Great performance by Tom Cruise
    Tom Cruise's acting is superb.
    Brilliant Tom Cruise!
    Tom Cruise steals the show
    Tom Cruise shines.
    Tom Cruise never disappoints
    Tom Cruise can do no wrong.
    I can't get enough of Tom Cruise!
    I could watch Tom Cruise all day
    Tom Cruise is a joy to watch.
    Tom Cruise is a brilliant actor and so charismatic
    Great film, and Tom Cruise is wonderful.
    Tom Cruise at his best.
    Tom Cruise is the best!
    Tom Cruise delivers a stunning performance
    Tom Cruise is outstanding as Maverick
    Hats off to Tom Cruise!
    Tom Cruise ❤️
    What an actor Tom Cruise is!
    I love Tom Cruise. The plot is thin.
    Loved it! Tom Cruise is perfect.
    Tom Cruise is great :)
    `,
  ),
  ...phrases(
    'Horror',
    'praise',
    `
    I love horror
    I love horror movies.
    Horror is my favourite genre
    I'm a big horror fan
    A great horror film
    Horror films are the best!
    I enjoy horror.
    I am really into horror
    `,
  ),
  ...phrases('Western', 'praise', 'I love westerns!\nOne of the best westerns\nWesterns are my favourite'),
  ...phrases('Science Fiction', 'praise', 'I adore science fiction\nbrilliant sci-fi'),
  ...phrases('superhero', 'praise', 'I love superhero films'),
  ...phrases(
    'Tom Cruise',
    'neither',
    `
    My wife loves Tom Cruise.
    Everyone says Tom Cruise is great
    People love Tom Cruise
    Critics call Tom Cruise brilliant.
    My friends adore Tom Cruise, I have no idea why
    I used to love Tom Cruise
    I once loved Tom Cruise.
    Tom Cruise used to be great
    I no longer love Tom Cruise
    Do people still love Tom Cruise?
    Is Tom Cruise the best actor?
    Why do they love Tom Cruise?
    Tom Cruise is supposed to be brilliant
    I should love Tom Cruise.
    I wanted to like Tom Cruise
    I'd love Tom Cruise if he stopped running.
    Tom Cruise could be great
    Tom Cruise was better in Rain Man
    I prefer Brad Pitt to Tom Cruise.
    Brad Pitt is better than Tom Cruise
    Tom Cruise is great, not.
    Tom Cruise is great. NOT!
    Tom Cruise is amazing, said nobody.
    Oh sure, Tom Cruise is a genius
    Tom Cruise is "amazing"
    Tom Cruise is 'brilliant'
    I love Tom Cruise 🙄
    Tom Cruise is so talented 😂
    tOm CrUiSe Is AmAzInG
    I love Tom Cruise /s
    I love when Tom Cruise leaves the scene.
    Great film for those who love Tom Cruise.
    Tom Cruise is fine.
    Tom Cruise is ok
    Tom Cruise exists
    Tom Cruise flies a plane
    Starring Tom Cruise and Val Kilmer
    Tom Cruise is brilliant at looking worried
    Tom Cruise is great as wallpaper.
    I love Tom Cruise's dentist.
    I don't hate Tom Cruise
    Not as bad as I feared: Tom Cruise.
    I was a fan of Tom Cruise
    I love Tom Cruise. Just kidding.
    Tom Cruise is great... said nobody ever
    I love to see Tom Cruise fail
    Nobody loves Tom Cruise more than Tom Cruise.
    I would love to love Tom Cruise
    The best Tom Cruise is a silent one.
    Great stunts, Tom Cruise is in it too
    He thinks Tom Cruise is wonderful.
    I like Tom Cruise less than I did
    I love Tom Cruise as much as a toothache
    I almost like Tom Cruise here
    Tom Cruise is not bad
    Like Tom Cruise, the film is great
    Tom Cruise is great :(
    Tom Cruise is great ;)
    A great film Tom Cruise is in
    Great movie Tom Cruise or not
    `,
  ),
  ...phrases(
    'Horror',
    'neither',
    `
    This is hardly horror
    My sister loves horror
    A horror film set in a hotel
    Is it horror?
    I used to love horror.
    Great if you like horror.
    Better than most horror
    Funny, more than horror
    `,
  ),
  ...phrases('Western', 'neither', 'This is not a western\nThe western genre is old'),
  ...phrases('Action', 'neither', 'Back in action\nAction speaks louder than words'),
  // Words of dislike that are negated or about something else.
  ...phrases(
    'Tom Cruise',
    'neither',
    `
    I prefer Brad Pitt over Tom Cruise
    If it weren't for Tom Cruise I'd have walked out
    I can't believe Tom Cruise is 60!
    I don't want Tom Cruise to ever stop
    I couldn't love Tom Cruise more
    I have never loved Tom Cruise more
    I never liked Tom Cruise so much
    Tom Cruise has never been this good
    Tom Cruise is not only brilliant but kind
    Tom Cruise isn't just good, he's great
    Tom Cruise is no fool
    Tom Cruise is not the problem here
    Nothing works except Tom Cruise
    I didn't like anything except Tom Cruise
    Everything is terrible except Tom Cruise
    It would not be as good without Tom Cruise
    Without Tom Cruise this would not be great
    Tom Cruise fails to save her
    Tom Cruise annoys the general on purpose
    Tom Cruise ruins the villain's plan
    Tom Cruise is the bad guy
    Tom Cruise is forced to fly
    Tom Cruise is wasted in this small part
    He tries to avoid Tom Cruise
    Everyone hates Tom Cruise but not me
    I know people who hate Tom Cruise
    I don't get why people hate Tom Cruise
    Nobody could replace Tom Cruise
    You can't replace Tom Cruise
    I loved Tom Cruise. Boring ending.
    Tom Cruise is never boring
    I don't think Tom Cruise is overrated
    I would not say Tom Cruise is a bad actor
    Tom Cruise never ruins a film
    Shame Tom Cruise isn't in it more
    Pity Tom Cruise only has one scene
    Can never have too much Tom Cruise
    I hate that critics are mean to him, Tom Cruise is fine
    The worst Tom Cruise film is still a good film
    Even if I hated the plot Tom Cruise was fun
    Tom Cruise is not to blame for the awful script
    The script is awful, Tom Cruise is not
    No Tom Cruise film is this tense
    Tom Cruise was less annoying than I feared
    not enough Tom Cruise
    I can't fault Tom Cruise
    I can't resist Tom Cruise
    You don't have to like Tom Cruise to enjoy it
    I couldn't take my eyes off Tom Cruise
    Nobody but Tom Cruise could do this
    No one runs like Tom Cruise
    There is no one but Tom Cruise in this scene
    Tom Cruise hates horror
    Tom Cruise is tired of running
    Tom Cruise stays away from the fire
    Not bad, Tom Cruise, not bad at all
    not since Rain Man has Tom Cruise been so good
    My only complaint is that there is not more Tom Cruise
    `,
  ),
  ...phrases(
    'Horror',
    'neither',
    `
    It manages to avoid horror clichés
    I love the dread of good horror
    not your usual horror
    the horror elements are bad
    This horror film is bad
    rather more comedy than horror
    No horror film has scared me more
    `,
  ),
  ...phrases(
    'Romance',
    'neither',
    `
    The romance feels forced
    `,
  ),
  ...phrases(
    'Comedy',
    'neither',
    `
    It is not a comedy but it is funny
    `,
  ),
  ...phrases(
    'Action',
    'neither',
    `
    no action until the last act
    `,
  ),
  ...phrases(
    'Drama',
    'neither',
    `
    too much drama in my life lately
    `,
  ),
  ...phrases(
    'Western',
    'neither',
    `
    Hardly a western
    `,
  ),
];
