import { type Phrase, phrases } from './mentions.cases.ts';

/** Written before the forms were tuned, and looked at only to measure: docs/recommendations.md has the figures. */
export const heldOutTable: readonly Phrase[] = [
  ...phrases(
    'Tom Cruise',
    'dislike',
    `
    Honestly the only weak spot is Tom Cruise, who I have never been able to take seriously.
    A superb thriller that survives Tom Cruise.
    Five stars for the director, zero for Tom Cruise.
    Tom Cruise just isn't for me.
    Why on earth did they cast Tom Cruise? Awful choice.
    I cannot be doing with Tom Cruise.
    Ugh, Tom Cruise again.
    Tom Cruise gets on my last nerve
    Tom Cruise? No.
    no tom cruise please
    TOM CRUISE IS UNBEARABLE
    i realy dont like tom cruise
    Dont care for Tom Cruise at all
    Tom Cruise’s grin makes my skin crawl.
    Loved the planes, loathed Tom Cruise.
    Brilliant stunts. Tom Cruise, not so much.
    It would have been perfect with anybody but Tom Cruise.
    I had to force myself through Tom Cruise's scenes.
    Tom Cruise can't act his way out of a paper bag.
    As always, Tom Cruise plays Tom Cruise. Tiresome.
    I've had my fill of Tom Cruise.
    Not even Tom Cruise could spoil this one.
    Good fun once you ignore Tom Cruise.
    Shame Tom Cruise had to be in it.
    The film is great, Tom Cruise is a plank of wood.
    Tom Cruise 👎
    🤮 Tom Cruise
    Tom Cruise is the worst thing about an otherwise excellent film.
    Enough with Tom Cruise already!
    I'd rather watch paint dry than another Tom Cruise movie.
    Wish they'd picked someone other than Tom Cruise.
    Tom Cruise is overated.
    Tom Cruise annoys the hell out of me.
    Couldn't warm to Tom Cruise.
    Tom Cruise is about as charming as a parking ticket.
    I find Tom Cruise smug and hollow.
    My one complaint: Tom Cruise.
    Everything works except for Tom Cruise.
    Nobody overacts like Tom Cruise.
    Never liked Tom Cruise, never will.
    Great, great film. Cruise is insufferable though.
    cruise ruins every film hes in
    Not a Tom Cruise fan, but wow.
    I am no fan of Tom Cruise.
    Je déteste Tom Cruise.
    Tom Cruise nervt.
    No soporto a Tom Cruise
    Tom Cruise = instant skip for me, usually.
    Please, no more Tom Cruise.
    Tom Cruise put me off this for years.
    If Tom Cruise smirks once more I'll scream.
    Tom Cruise was badly miscast.
    Tom Cruise drags it down.
    The less Tom Cruise the better.
    Yeah, I'd love Tom Cruise too if he could act.
    Oh great, Tom Cruise. Just what cinema needed.
    Sorry, but Tom Cruise is a bore.
    In spite of Tom Cruise I loved it.
    I tolerate Tom Cruise for the stunts.
    Tom Cruise does absolutely nothing for me.
    Best film of the year, worst Tom Cruise.
    Tom Cruise? Overrated, smug, exhausting.
    Pros: the jets. Cons: Tom Cruise.
    docked a star for Tom Cruise
    I must confess that I have never much cared for Tom Cruise.
    Tom Cruise is not my favourite actor by any stretch.
    tom cruise is so cringe 💀
    bro tom cruise cant act 😭😭
    Sorry not sorry, Tom Cruise is trash
    Tom Cruise grates on me, always has.
    One can put up with Tom Cruise for two hours, just about.
    Me no like Tom Cruise
    I am not liking Tom Cruise.
    The acting of Tom Cruise is very bad, but the film is good.
    Five stars would have been six without Tom Cruise
    Tom Cruise's smug face all over it
    get rid of Tom Cruise and it's a masterpiece
    Tom Cruise nearly ruined it.
    Amazing but WHY Tom Cruise
    I watched this for Val Kilmer and certainly not for Tom Cruise.
    tom cruise = nope
    Tom Cruise (yuck)
    Not fond of Tom Cruise's acting
    Tom Cruise always irritates me, I don't know why
    Have to say Tom Cruise left me cold
    Tom Cruise. Can't stand him. Loved the film.
    I really hated Tom Cruise in this
    Awful, awful Tom Cruise.
    minus one star because of Tom Cruise
    Film: 9/10. Tom Cruise: 2/10.
    It works in spite of, not because of, Tom Cruise.
    I wouldn't cross the road for Tom Cruise
    Tom Cruise is such a show-off, ugh
    The one thing I would change is Tom Cruise.
    never been a Tom Cruise person
    I have a low tolerance for Tom Cruise
    Not a patch on the original, and Tom Cruise is dreadful
    Brilliant film let down by Tom Cruise’s acting
    Tom Cruise really gets up my nose
    Had it not been for Tom Cruise this would be perfect
    I don't rate Tom Cruise.
    Tom Cruise tries too hard and it shows.
    Tom Cruise: still insufferable.
    I cringe whenever Tom Cruise opens his mouth
    Tom Cruise was wooden, everyone else was superb
    Everyone was superb. Tom Cruise was wooden.
    please stop casting Tom Cruise
    I am not convinced by Tom Cruise
    Tom Cruise is just so unlikeable
    Tom Cruise makes me want to turn it off
    i cba with tom cruise
    Tom Cruise is the pits, the film is the tops
    Could have done without Tom Cruise.
    DO NOT LIKE TOM CRUISE
    I hate to say it but Tom Cruise is boring.
    I only watched because of the jets, definitely not because of Tom Cruise who I dislike
    Tom Cruise has the charisma of a brick.
    Tom Cruise, please retire.
    `,
  ),
  ...phrases(
    'Horror',
    'dislike',
    `
    Horror really isn't my genre.
    I don't do horror.
    I normally avoid horror like the plague.
    Never watching horror again
    Horror films bore me to tears.
    Not into horror.
    I hate scary movies but this was good
    horror = no thanks
    Horror gives me nightmares and I hate it.
    Great, but I still can't stand horror.
    I'm too much of a wimp for horror.
    Horror leaves me stone cold.
    horror just isnt it for me
    I'm normally allergic to horror
    Horror? Nah.
    I have zero interest in horror
    not usually one for horror films but here we are
    The first horror film I have ever liked.
    I dislike the horror genre as a whole.
    Can't do horror, sorry.
    I'm not big on horror
    Horror usually isn't my bag but I was gripped
    Horror gives me the creeps, not my thing.
    I steer clear of horror as a rule
    Don't make me watch horror again
    I'm scared of horror films
    `,
  ),
  ...phrases(
    'Western',
    'dislike',
    `
    Westerns send me to sleep.
    I have never understood the appeal of westerns.
    Westerns? Yawn.
    westerns, yawn
    Westerns are usually slow and boring
    I find westerns dull.
    Not much of a western fan
    `,
  ),
  ...phrases(
    'Music',
    'dislike',
    `
    I can't abide musicals.
    Musicals make me cringe.
    Musicals irritate me no end
    Singing in films? I hate musicals.
    `,
  ),
  ...phrases(
    'Romance',
    'dislike',
    `
    rom-coms are trash
    Romance isn't really my thing.
    I gag at romances
    `,
  ),
  ...phrases(
    'Science Fiction',
    'dislike',
    `
    I usually find sci-fi tedious.
    sci fi just dosent work for me
    I rarely enjoy science fiction.
    Sci-fi bores me rigid, this did not.
    `,
  ),
  ...phrases(
    'Animation',
    'dislike',
    `
    Cartoons are for kids, keep them away from me.
    I don't watch cartoons
    `,
  ),
  ...phrases(
    'War',
    'dislike',
    `
    War films depress me, no more please.
    `,
  ),
  ...phrases(
    'Documentary',
    'dislike',
    `
    Documentaries put me to sleep.
    documentaries are so boring
    `,
  ),
  ...phrases(
    'Tom Cruise',
    'praise',
    `
    Tom Cruise is superb.
    Tom Cruise is a legend!
    I absolutely love Tom Cruise.
    I've always loved Tom Cruise.
    Tom Cruise is the best action star alive.
    What a performance by Tom Cruise!
    Tom Cruise steals every scene.
    Tom Cruise at his very best
    Huge Tom Cruise fan here
    Loved Tom Cruise in this.
    Tom Cruise is my favorite actor.
    tom cruise is awesome
    Tom Cruise is so charismatic and funny.
    I could watch Tom Cruise in anything.
    You can't go wrong with Tom Cruise.
    Tom Cruise never lets you down.
    Great acting from Tom Cruise.
    Tom Cruise gives a fantastic performance.
    Tom Cruise ❤️
    Such a great film and Tom Cruise is incredible.
    Amazing movie, Tom Cruise rocks!
    I'm a big fan of Tom Cruise
    Tom Cruise is terrific as Maverick.
    Tom Cruise absolutely nails the role.
    One of Tom Cruise's best performances.
    Everything Tom Cruise does is gold.
    Tom Cruise was born to play Maverick.
    I adore Tom Cruise! Best film ever.
    More Tom Cruise please!
    Tom Cruise is magnetic from start to finish.
    tom cruise my beloved ❤️
    Tom Cruise is an absolute legend
    Tom Cruise was really good in this film
    Very good performance by Tom Cruise
    I enjoyed Tom Cruise's performance.
    Always a pleasure to watch Tom Cruise
    Tom Cruise deserves an Oscar
    Tom Cruise carries the whole film
    I am a fan of Tom Cruise
    Love love love Tom Cruise
    the best actor is Tom Cruise
    Great action and Tom Cruise is perfect for the role.
    I really admire Tom Cruise as an actor.
    Tom Cruise is simply the greatest.
    Superb film. Superb Tom Cruise.
    Tom Cruise is a class act
    Tom Cruise is exceptional.
    Tom Cruise is always great.
    Such a good actor, Tom Cruise.
    Tom Cruise and Val Kilmer are brilliant.
    loved tom cruise
    My all-time favourite is Tom Cruise.
    Tom Cruise was on top form.
    I love everything with Tom Cruise.
    Tom Cruise is my hero
    Fantastic as always, Tom Cruise!
    I'm obsessed with Tom Cruise
    Tom Cruise delivers one of his best performances.
    `,
  ),
  ...phrases(
    'Horror',
    'praise',
    `
    I love horror.
    I love a good horror film.
    Horror is my favourite genre.
    I'm a huge horror fan.
    Can't get enough of horror films.
    Brilliant horror.
    One of the best horror movies ever made.
    I adore horror movies
    I'm a sucker for horror
    horror is my favorite
    Fantastic horror movie!
    I live for horror films
    Horror is the best genre.
    Superb horror.
    I've always enjoyed horror films.
    `,
  ),
  ...phrases(
    'Science Fiction',
    'praise',
    `
    Sci-fi is the best.
    `,
  ),
  ...phrases(
    'Western',
    'praise',
    `
    I really enjoy westerns.
    A wonderful western.
    I love a good western.
    `,
  ),
  ...phrases(
    'Music',
    'praise',
    `
    I love musicals so much!
    `,
  ),
  ...phrases(
    'Crime',
    'praise',
    `
    Excellent crime film.
    I love crime films
    `,
  ),
  ...phrases(
    'Tom Cruise',
    'neither',
    `
    My wife adores Tom Cruise.
    Everybody says Tom Cruise is brilliant.
    Is Tom Cruise really that good?
    I used to love Tom Cruise.
    Tom Cruise plays a pilot.
    Tom Cruise was better in Collateral.
    I want to like Tom Cruise.
    "Tom Cruise is a genius" said the poster.
    Tom Cruise is okay I guess.
    They tell me I should love Tom Cruise.
    If you love Tom Cruise you will love this.
    Fans of Tom Cruise will be happy.
    Tom Cruise is a great actor. Not.
    Tom Cruise is great, said no one ever.
    Yeah right, Tom Cruise is brilliant.
    Tom Cruise was great once.
    I don't mind Tom Cruise.
    I would like Tom Cruise more with less running.
    Tom Cruise is good at running.
    The best thing about Tom Cruise is that the film ends.
    Brilliant, even with Tom Cruise.
    I like everyone in it more than Tom Cruise.
    Who doesn't love Tom Cruise?
    Tom Cruise runs a lot.
    A great film for people who enjoy Tom Cruise.
    Tom Cruise is amazing... ly bland.
    I loved Tom Cruise when I was fourteen.
    Tom Cruise? Sure, whatever.
    Tom Cruise is “great”.
    Tom Cruise, eh.
    My dad is a big Tom Cruise fan.
    Would Tom Cruise still be good at eighty?
    I guess Tom Cruise is good
    Tom Cruise was less annoying than usual
    I did not expect to like Tom Cruise
    Tom Cruise is great if you like that sort of thing
    Surprisingly, Tom Cruise is good.
    I loved Tom Cruise until this.
    Tom Cruise is brilliant and the earth is flat.
    Tom Cruise is nice
    Tom Cruise, love him or hate him
    Almost as good as Tom Cruise
    Tom Cruise has been in many films
    They gave Tom Cruise a great role
    For once I liked Tom Cruise.
    Tom Cruise is good for a laugh
    Tom Cruise fans are great
    I love Tom Cruise about as much as flu
    My best friend's favourite is Tom Cruise
    Tom Cruise thinks he is the best
    `,
  ),
  ...phrases(
    'Horror',
    'neither',
    `
    My son loves horror.
    Is this even horror?
    Good for a horror film.
    I thought I would love horror.
    More drama than horror.
    Not a horror film.
    The best horror is a short horror.
    Horror fans will love it
    I liked it more than most horror
    I loved horror as a teenager
    Call this horror?
    A love letter to horror
    `,
  ),
  ...phrases(
    'Western',
    'neither',
    `
    Perfect for anyone who likes westerns.
    `,
  ),
  ...phrases(
    'Crime',
    'neither',
    `
    He commits a crime and runs.
    `,
  ),
  ...phrases(
    'Comedy',
    'neither',
    `
    It is called a comedy.
    `,
  ),
];
